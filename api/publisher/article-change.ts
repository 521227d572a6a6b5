import { ogImagePath } from '#contracts/image.ts';
import type { ArticleFacts, PublishPayload } from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import {
  addListPage,
  divideListPages,
  findHeadPage,
  findNewer,
  findOlder,
  findPageOf,
  LIST_PAGE_SIZE,
  listPages,
  readPageIds,
  readStartAt,
  removeListPage,
} from '../db/hot/list-pages.ts';
import { LATEST, listOfCategory, listOfTag, shardOf, tag } from './page-source.ts';

/** Position of an article in a list. */
export interface Membership {
  list: string;
  time: number;
  id: number;
}

/** Position of an article in the order of publication. */
export type ListPosition = Pick<Membership, 'time' | 'id'>;

/** Effects of a change. */
export interface ArticleChange {
  /** Tags whose pages are rendered again. */
  tags: Set<string>;
  /** Pages of the article, which may not exist yet. */
  articlePaths: string[];
  /** Path of the article page; the change is live once this page is synced. */
  mainPath: string;
  /** True if readers can open the article afterwards. */
  visible: boolean;
  memberships: Membership[];
  /** Positions whose neighbours are rendered again. */
  positions: ListPosition[];
  /** Row id of the article. */
  articleId: number;
}

const isVisible = (facts: ArticleFacts | null) =>
  facts?.state === 'live' || facts?.state === 'archived';
const isListed = (facts: ArticleFacts | null): facts is ArticleFacts & { publishedAt: number } =>
  facts?.state === 'live' && facts.publishedAt !== null;

function listsOf(facts: ArticleFacts | null): Map<string, Membership> {
  const memberships = new Map<string, Membership>();
  if (!isListed(facts)) return memberships;
  const lists = [...facts.tags.map(listOfTag), ...facts.categories.map(listOfCategory)];
  for (const list of [LATEST, ...lists]) {
    memberships.set(list, { list, time: facts.publishedAt, id: facts.id });
  }
  return memberships;
}

/** Compares an article before and after a change and returns the effects for readers. */
export function getArticleChange({ before, after }: PublishPayload): ArticleChange {
  const facts = after ?? before;
  if (!facts) throw new Error('a change without an article');
  const tags = new Set([tag.article(facts.id), tag.sitemapShard(shardOf(facts.id))]);
  const visible = isVisible(after);
  // Archived articles are readable, but not in lists, series and sitemaps.
  const availabilityChanged = isVisible(before) !== visible || isListed(before) !== isListed(after);
  if (availabilityChanged) tags.add(tag.sitemapIndex);
  const dateChanged = before?.publishedAt !== after?.publishedAt;
  const slugChanged = before?.slug !== after?.slug;
  if (availabilityChanged || before?.card !== after?.card || slugChanged || dateChanged) {
    tags.add(tag.card(facts.id));
  }
  const series = [before?.seriesSlug, after?.seriesSlug].filter((slug) => slug != null);
  if (tags.has(tag.card(facts.id)) || before?.seriesSlug !== after?.seriesSlug) {
    for (const slug of series) tags.add(tag.series(slug));
  }
  if (series.length > 0 && listedSeriesOf(before) !== listedSeriesOf(after))
    tags.add(tag.seriesNames);
  const memberships: Membership[] = [];
  const listsBefore = listsOf(before);
  const listsAfter = listsOf(after);
  for (const list of new Set([...listsBefore.keys(), ...listsAfter.keys()])) {
    const oldMembership = listsBefore.get(list);
    const newMembership = listsAfter.get(list);
    if (oldMembership && newMembership && oldMembership.time === newMembership.time) continue;
    tags.add(tag.list(list));
    if (list.startsWith('tag:')) tags.add(tag.tagCounts);
    if (list.startsWith('category:')) tags.add(tag.categoryNames);
    for (const membership of [oldMembership, newMembership]) {
      if (membership) memberships.push(membership);
    }
  }
  const positions = tags.has(tag.card(facts.id)) ? positionsOf(before, after) : [];
  return {
    tags,
    memberships,
    positions,
    visible,
    articleId: facts.id,
    mainPath: `/blog/${facts.slug}`,
    articlePaths: [...new Set([...pathsOf(after), ...pathsOf(before)])],
  };
}

function positionsOf(...states: (ArticleFacts | null)[]): ListPosition[] {
  const positions = new Map<number, ListPosition>();
  for (const facts of states.filter(isListed)) {
    positions.set(facts.publishedAt, { time: facts.publishedAt, id: facts.id });
  }
  return [...positions.values()];
}

function listedSeriesOf(facts: ArticleFacts | null): string | null {
  return isListed(facts) ? facts.seriesSlug : null;
}

function pathsOf(facts: ArticleFacts | null): string[] {
  if (!facts) return [];
  const redirects = [facts.publicId, ...facts.formerSlugs].map((key) => `/blog/${key}`);
  const currentPaths = [
    `/blog/${facts.slug}`,
    `/blog/${facts.slug}.md`,
    ogImagePath(facts.publicId),
  ];
  return [...currentPaths, ...redirects];
}

/** Assigns the articles of a list to numbered pages if it has none. */
export function ensureListPages(database: Connection, list: string): void {
  if (!findHeadPage(database, list)) divideListPages(database, list);
}

/**
 * Updates the numbered pages of a list after an article was added or removed; splits and merges
 * pages if necessary.
 * Call it in a transaction.
 * @returns the tags of changed pages
 */
export function updateListPages(database: Connection, { list, time, id }: Membership): string[] {
  if (!findHeadPage(database, list)) {
    divideListPages(database, list);
    return numberedTags(database, list);
  }
  const page = findPageOf(database, list, time, id);
  if (!page) return [];
  const older = findOlder(database, list, page.number);
  const newer = findNewer(database, list, page.number);
  const touched = [tag.listPage(list, page.number)];
  const count = readPageIds(database, list, page, newer).length;
  if (count === 0) {
    removeListPage(database, list, page.number);
    if (!older && newer) {
      // The period of a removed page goes to the older page, or else to the newer one.
      removeListPage(database, list, newer.number);
      addListPage(database, list, { ...page, number: newer.number });
    }
    // A page that becomes the head gets another URL, which the previous page links to.
    const beyond = older && !newer ? findOlder(database, list, older.number) : null;
    for (const next of [beyond, older, newer]) {
      if (next) touched.push(tag.listPage(list, next.number));
    }
    return touched;
  }
  if (count < 2 * LIST_PAGE_SIZE) return touched;
  if (newer) {
    // Too many old articles were added, so the following pages get new numbers.
    const before = numberedTags(database, list);
    divideListPages(database, list);
    return [...new Set([...before, ...numberedTags(database, list)])];
  }
  const start = readStartAt(database, list, page, LIST_PAGE_SIZE);
  if (start) {
    addListPage(database, list, { number: page.number + 1, ...start });
    touched.push(tag.listPage(list, page.number + 1));
    if (older) touched.push(tag.listPage(list, older.number));
  }
  return touched;
}

function numberedTags(database: Connection, list: string): string[] {
  return listPages(database, list).map((page) => tag.listPage(list, page.number));
}
