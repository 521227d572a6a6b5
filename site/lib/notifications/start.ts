import { enterMemberPage } from '../member-door.ts';

/** Draws /notifications, once the API agrees that a member is here. */
export const start = () =>
  enterMemberPage('notifications', async (place) => {
    const [{ showNotifications }, { showChoices }] = await Promise.all([
      import('./centre.ts'),
      import('./choices.ts'),
    ]);
    place.querySelector('[data-loading]')?.remove();
    showNotifications(place);
    const choices = document.getElementById('choices');
    if (choices) showChoices(choices);
  });
