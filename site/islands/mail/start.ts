import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/mail, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('mail', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
