import { type CardIndex, type IndexedCard, tagCardsPath } from '#contracts/card-index.ts';
import { element } from '../search/elements.ts';
import { slowNote } from '../slow.ts';
import { fetchCards, metaLine, titleLink } from './cards.ts';
import { RELATED_SHOWN } from './more-sizes.ts';

/** Tags whose articles are looked through: the author names the weightiest first. */
const TAGS_MAX = 4;
/** The most related ones, among which chance chooses. */
const CANDIDATES = 8;

/** Fills 'Related' with up to five articles that share tags with this one, shuffled. */
export async function showRelated(section: HTMLElement): Promise<void> {
  const list = section.querySelector<HTMLElement>('[data-related-list]');
  if (!list) return;
  const tags = (section.dataset.tags ?? '').split(',');
  const status = element('p', { role: 'status' }, slowNote());
  list.after(status);
  // A tag whose file is missing has nothing to offer; the links to the tags stay in any case.
  const answers = await Promise.allSettled(
    tags.slice(0, TAGS_MAX).map((tag) => fetchCards<CardIndex>(tagCardsPath(tag))),
  );
  const found = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value.articles : [],
  );
  const related = chooseRelated(found, { slug: section.dataset.related ?? '', tags });
  status.remove();
  list.removeAttribute('aria-busy');
  if (related.length === 0) list.hidden = true;
  list.replaceChildren(...related.map(itemOf));
}

/** Those that share most tags, newest first among equals; then chance decides on which, and order. */
export function chooseRelated(
  cards: IndexedCard[],
  { slug, tags }: { slug: string; tags: string[] },
  random = Math.random,
): IndexedCard[] {
  const others = new Map(
    cards.filter((card) => card.slug !== slug).map((card) => [card.slug, card]),
  );
  const shared = (card: IndexedCard) => card.tags.filter((tag) => tags.includes(tag)).length;
  const candidates = [...others.values()]
    .toSorted(
      (one, other) =>
        shared(other) - shared(one) || other.publishedAt.localeCompare(one.publishedAt),
    )
    .slice(0, CANDIDATES);
  return shuffled(candidates, random).slice(0, RELATED_SHOWN);
}

/** Fisher and Yates. */
function shuffled<Item>(items: Item[], random: () => number): Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}

function itemOf(card: IndexedCard): HTMLElement {
  return element(
    'li',
    { class: 'related__item' },
    element('h3', {}, titleLink(card)),
    metaLine(card),
  );
}
