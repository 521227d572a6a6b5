import { enterOwnPage } from '../../lib/member/own-page.ts';

/** Draws /profile/edit once the API has said who is here. */
export function start(): void {
  void enterOwnPage('edit-profile', async (place, user) => {
    const { mount } = await import('./mount.tsx');
    mount(place, user);
  });
}
