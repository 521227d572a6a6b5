import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/calendar, once the API agrees that an admin is here. */
export const start = () =>
  enterAdminPage('calendar', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
