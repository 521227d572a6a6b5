import { enterMemberPage } from '../../lib/member-door.ts';

/** Draws /profile/edit once the API has said who is here. */
export function start(): void {
  void enterMemberPage('edit-profile', async (place, user) => {
    const { mount } = await import('./mount.tsx');
    mount(place, user);
  });
}
