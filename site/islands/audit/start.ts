import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/audit, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('audit', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
