import type { Reactions } from '#contracts/reaction.ts';
import { pluralize } from '../format/pluralize.ts';
import { hydrateWithin } from './hydrate.ts';
import { followSessionFlag, readSessionFlag } from './session-flag.ts';

/**
 * Shows the likes of the article with one small request. The island is hydrated before it is used only if the
 * reader has reacted to the article, or if the request fails.
 */
export async function showReactions(place: HTMLElement): Promise<void> {
  const slug = place.dataset.reactions ?? '';
  const showOwn = async () => {
    const { $reactions, loadReactions } = await import('../stores/reactions.ts');
    await loadReactions(slug);
    const { reactions } = $reactions.get();
    if (reactions) showLikes(place, reactions);
    const needsIsland = !reactions || reactions.liked || reactions.saved || reactions.alerts;
    if (needsIsland) hydrateWithin(place);
    place.dataset.ready = needsIsland ? 'own' : '';
  };
  followSessionFlag(() => void showOwn());
  if (readSessionFlag()) return showOwn();
  const response = await fetch(`/api/articles/${encodeURIComponent(slug)}/reactions`, {
    cache: 'no-store',
  }).catch(() => null);
  if (!response?.ok) return showOwn();
  showLikes(place, await response.json());
  place.dataset.ready = '';
}

/** Writes into the children of the island, which hydration does not change. */
function showLikes(place: HTMLElement, { totalLikes }: Reactions): void {
  const [name, count] = place.querySelectorAll('astro-slot > *');
  if (!name || !count) return;
  name.textContent = `Like, ${pluralize(totalLikes, 'like')} so far`;
  count.textContent = totalLikes > 0 ? totalLikes.toLocaleString('en') : '';
}
