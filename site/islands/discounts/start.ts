import { enterAdminPage } from '../admin-door.ts';

/** Draws /admin/shop/discounts, once the API agrees that an admin is here; `?uses={id}` shows one code's. */
export const start = () =>
  enterAdminPage('discounts', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place, new URLSearchParams(location.search).get('uses'));
  });
