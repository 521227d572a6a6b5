import { enterAdminPage } from '../admin-door.ts';

/** Draws the reviews of /admin/reviews, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('reviews', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
