import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/jobs, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('jobs', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
