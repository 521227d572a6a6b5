import { enterAdminPage } from '../admin-door.ts';

/** Draws the list of /admin/subscribers, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('subscribers', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
