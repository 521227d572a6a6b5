import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/uploads, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('uploads', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
