import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/import-export, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('transfers', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
