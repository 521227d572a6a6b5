import type { Reactions } from '#contracts/reaction.ts';
import { pluralize } from '../format/pluralize.ts';
import { hydrateWithin } from './hydrate.ts';
import { followSessionFlag, readSessionFlag } from './session-flag.ts';

/**
 * Shows how the article is liked, with one small request. The island is hydrated before it is used only if something is
 * the reader's own, or if the API does not answer.
 */
export async function showReactions(place: HTMLElement): Promise<void> {
  const slug = place.dataset.reactions ?? '';
  const showOwn = async () => {
    const { $reactions, loadReactions } = await import('../stores/reactions.ts');
    await loadReactions(slug);
    const { known } = $reactions.get();
    if (known) showLikes(place, known);
    const isOwn = !known || known.liked || known.saved || known.alerts;
    if (isOwn) hydrateWithin(place);
    place.dataset.ready = isOwn ? 'own' : '';
  };
  followSessionFlag(() => void showOwn());
  if (readSessionFlag()) return showOwn();
  const answer = await fetch(`/api/articles/${encodeURIComponent(slug)}/reactions`, {
    cache: 'no-store',
  }).catch(() => null);
  if (!answer?.ok) return showOwn();
  showLikes(place, await answer.json());
  place.dataset.ready = '';
}

/** The words are the island's children, which hydration leaves as they are. */
function showLikes(place: HTMLElement, { totalLikes }: Reactions): void {
  const [name, count] = place.querySelectorAll('astro-slot > *');
  if (!name || !count) return;
  name.textContent = `Like, ${pluralize(totalLikes, 'like')} so far`;
  count.textContent = totalLikes > 0 ? totalLikes.toLocaleString('en') : '';
}
