import { enterMemberPage } from '../member-door.ts';

/** Draws /library, once the API agrees that a member is here. */
export const start = () =>
  enterMemberPage('library', async (place) => {
    const { showLibrary } = await import('./list.ts');
    place.querySelector('[data-loading]')?.remove();
    showLibrary(place);
  });
