import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/comments, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('comments', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
