import type { Reactions } from '#contracts/reaction.ts';
import { hydrateWithin } from '../client/hydrate.ts';
import { loadStyles } from '../client/load-styles.ts';
import { $reactions, loadReactions, type Reaction } from '../stores/reactions.ts';
import styles from './own-reactions.css?url';

// Only members have reactions.
void loadStyles(styles);

// Re-exported, so that its importers load the styles as well.
export { loadReactions };

/** Descriptions of the reader's reactions. */
const names = { liked: 'Liked', saved: 'Saved', alerts: 'Alerts on' } as const;

/**
 * Loads the reactions of the reader to the article and shows them, also after each change, by attributes outside the
 * island. If the request fails, the island is loaded to say so.
 * @param showLikes shows the number of likes
 */
export async function followReactions(
  place: HTMLElement,
  showLikes: (place: HTMLElement, reactions: Reactions) => void,
): Promise<void> {
  $reactions.subscribe(({ reactions, hasFailed }) => {
    showOwn(place, hasFailed ? null : reactions);
    if (hasFailed) {
      // The island replaces the buttons by a message.
      const show = () => {
        place.style.visibility = 'visible';
      };
      const island = place.querySelector('[ssr]');
      if (island) island.addEventListener('astro:hydrate', show, { once: true });
      else show();
      hydrateWithin(place);
    } else if (reactions) showLikes(place, reactions);
  });
  await loadReactions(place.dataset.reactions ?? '');
}

/** Marks the reader's reactions for the styles, and describes them in the bar of the article. */
function showOwn(place: HTMLElement, reactions: Reactions | null): void {
  const own = (Object.keys(names) as Reaction[]).filter((reaction) => reactions?.[reaction]);
  place.dataset.own = own.join(' ');
  const bar = place.closest('[data-article-bar]');
  if (bar) bar.ariaDescription = own.map((reaction) => names[reaction]).join(', ') || null;
}
