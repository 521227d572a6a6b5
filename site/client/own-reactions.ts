import type { Reactions } from '#contracts/reaction.ts';
import { $reactions, loadReactions } from '../stores/reactions.ts';
import { hydrateWithin } from './hydrate.ts';

/**
 * Loads the reactions of a member to the article. The island is hydrated before it is used only if the reader has
 * reacted to the article, or if the request fails.
 */
export async function loadOwnReactions(place: HTMLElement): Promise<Reactions | null> {
  await loadReactions(place.dataset.reactions ?? '');
  const { reactions } = $reactions.get();
  if (!reactions || reactions.liked || reactions.saved || reactions.alerts) {
    hydrateWithin(place);
    place.dataset.ready = 'own';
  }
  return reactions;
}
