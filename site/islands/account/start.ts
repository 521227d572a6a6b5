import { enterMemberPage } from '../../lib/member-door.ts';

/** Draws /account once the API has said who is here; a guest is led to sign in and back. */
export const start = () =>
  enterMemberPage('account', async (place) => {
    const { mount } = await import('./mount.tsx');
    mount(place);
  });
