import { enterAdminPage } from '../admin-door.ts';

/** Draws the inbox of /admin/messages, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('inbox', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
