import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/users, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('users', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
