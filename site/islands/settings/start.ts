import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/settings, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('settings', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
