import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/connections, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('connections', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
