import type { CardIndex, IndexedCard } from '#contracts/card-index.ts';
import cardStyles from '../../styles/article-cards.css?url';
import { longDate } from '../format.ts';
import { articlePath, langOf } from '../links.ts';
import { loadStyles } from '../load-styles.ts';
import { element } from '../search/elements.ts';

/** One file of the published index. @throws Error when it cannot be had */
export async function fetchCards<Index extends CardIndex>(path: string): Promise<Index> {
  const [response] = await Promise.all([fetch(encodeURI(path)), loadStyles(cardStyles)]);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return (await response.json()) as Index;
}

/** The title as the link that a whole card is. */
export function titleLink(card: IndexedCard): HTMLAnchorElement {
  const link = element('a', { href: articlePath(card.slug) }, card.title);
  const lang = langOf(card);
  if (lang) link.lang = lang;
  return link;
}

/** When it was published and how long it takes to read. */
export function metaLine({ publishedAt, readTime }: IndexedCard): HTMLElement {
  return element(
    'p',
    { class: 'meta' },
    element('time', { datetime: publishedAt }, longDate(publishedAt)),
    element('span', {}, readTime),
  );
}
