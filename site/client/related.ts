import { type CardIndex, type IndexedCard, tagCardsPath } from '#contracts/card-index.ts';
import { longDate } from '../format/dates.ts';
import { articlePath, langOf } from '../format/links.ts';
import { fetchCards } from './fetch-cards.ts';

/** Articles that 'Related' shows at most, as documented. */
const SHOWN_MAX = 5;
/** Tags whose articles are looked through: the author names the weightiest first. */
const TAGS_MAX = 4;
/** The most related ones, among which chance chooses. */
const CANDIDATES = 8;

/**
 * Fills 'Related' with up to five articles that share tags with this one, shuffled. On wide screens it stands beside the
 * beginning of the text, so it does without React.
 */
export async function showRelated(section: HTMLElement): Promise<void> {
  const list = section.querySelector('ol');
  const template = section.querySelector('template');
  const status = section.querySelector<HTMLElement>('[role=status]');
  if (!list || !template || !status) return;
  const tags = (section.dataset.tags ?? '').split(',');
  status.hidden = false;
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
  list.hidden = related.length === 0;
  list.replaceChildren(...related.map((card) => fillItem(template, card)));
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
  return shuffled(candidates, random).slice(0, SHOWN_MAX);
}

/** Fisher and Yates. */
function shuffled<Item>(items: Item[], random: () => number): Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}

function fillItem({ content }: HTMLTemplateElement, card: IndexedCard): Node {
  const item = content.cloneNode(true) as DocumentFragment;
  const link = item.querySelector('a');
  const time = item.querySelector('time');
  const readTime = item.querySelector('span');
  if (!link || !time || !readTime) return item;
  link.href = articlePath(card.slug);
  const lang = langOf(card);
  if (lang) link.lang = lang;
  link.textContent = card.title;
  time.dateTime = card.publishedAt;
  time.textContent = longDate(card.publishedAt);
  readTime.textContent = card.readTime;
  return item;
}
