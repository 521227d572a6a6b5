import { enterMemberPage } from '../member-door.ts';

/** Draws /reading-list, once the API agrees that a member is here. */
export const start = () =>
  enterMemberPage('reading-list', async (place) => {
    const { showReadingList } = await import('./list.ts');
    place.querySelector('[data-loading]')?.remove();
    showReadingList(place);
  });
