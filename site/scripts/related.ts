import { type CardIndex, type IndexedCard, tagCardsPath } from '#contracts/page.ts';
import { fetchCards } from '../client/fetch-cards.ts';
import { longDate } from '../format/dates.ts';
import { articlePath, langOf } from '../format/links.ts';

/** Maximum number of articles in 'Related', as documented. */
const RELATED_MAX = 5;
/** Number of tags whose articles are candidates. Authors put the most important tags first. */
const TAGS_MAX = 4;
/** Number of best matches from which the shown articles are drawn at random. */
const CANDIDATES_MAX = 8;

/**
 * Fills 'Related' with up to five articles that share tags with this one, in random order. It does not use React,
 * because it is on the first screen of wide windows.
 */
export async function showRelated(section: HTMLElement): Promise<void> {
  const list = section.querySelector('ol');
  const template = section.querySelector('template');
  const status = section.querySelector<HTMLElement>('[role=status]');
  if (!list || !template || !status) return;
  const tags = (section.dataset.tags ?? '').split(',');
  status.hidden = false;
  // Tags whose file cannot be loaded are skipped. The links to the tags stay in any case.
  const results = await Promise.allSettled(
    tags.slice(0, TAGS_MAX).map((tag) => fetchCards<CardIndex>(tagCardsPath(tag))),
  );
  const cards = results.flatMap((result) =>
    result.status === 'fulfilled' ? result.value.articles : [],
  );
  const related = chooseRelated(cards, { slug: section.dataset.related ?? '', tags });
  status.remove();
  list.removeAttribute('aria-busy');
  list.hidden = related.length === 0;
  list.replaceChildren(...related.map((card) => fillItem(template, card)));
}

/** Draws articles at random from those that share most tags; among equals, newer ones are candidates first. */
export function chooseRelated(
  cards: IndexedCard[],
  { slug, tags }: { slug: string; tags: string[] },
  random = Math.random,
): IndexedCard[] {
  const others = new Map(
    cards.filter((card) => card.slug !== slug).map((card) => [card.slug, card]),
  );
  const sharedTags = (card: IndexedCard) => card.tags.filter((tag) => tags.includes(tag)).length;
  const candidates = [...others.values()]
    .toSorted(
      (first, second) =>
        sharedTags(second) - sharedTags(first) ||
        second.publishedAt.localeCompare(first.publishedAt),
    )
    .slice(0, CANDIDATES_MAX);
  return shuffle(candidates, random).slice(0, RELATED_MAX);
}

/** Returns a shuffled copy (Fisher–Yates). */
function shuffle<Item>(items: Item[], random: () => number): Item[] {
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
