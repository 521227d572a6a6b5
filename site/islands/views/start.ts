import { enterAdminPage } from '../admin-door.ts';

/** Draws what was read on /admin/views, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('views', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
