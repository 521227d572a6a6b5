import type { ArticleFacts, PublishPayload } from '#contracts/job.ts';
import { sharePicturePath } from '#contracts/share-picture.ts';
import { LATEST, listOfCategory, listOfTag, shardOf, tag } from './dependency-tags.ts';

/** Position of an article in a list. */
export interface Membership {
  list: string;
  time: number;
  id: number;
}

/** Position in the order of publication. */
export type Place = Pick<Membership, 'time' | 'id'>;

/** Effects of a change. */
export interface ArticleChange {
  /** Tags whose pages are rendered again. */
  tags: Set<string>;
  /** Pages of the article, which may not exist yet. */
  articlePaths: string[];
  /** Page that shows if the change is live. */
  mainPath: string;
  /** True if readers can open the article afterwards. */
  visible: boolean;
  memberships: Membership[];
  /** Positions whose neighbours are rendered again. */
  places: Place[];
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
  const cameOrWent = isVisible(before) !== visible || isListed(before) !== isListed(after);
  if (cameOrWent) tags.add(tag.sitemapIndex);
  const dateChanged = before?.publishedAt !== after?.publishedAt;
  const addressChanged = before?.slug !== after?.slug;
  if (cameOrWent || before?.card !== after?.card || addressChanged || dateChanged) {
    tags.add(tag.card(facts.id));
  }
  const series = [before?.seriesSlug, after?.seriesSlug].filter((slug) => slug != null);
  if (tags.has(tag.card(facts.id)) || before?.seriesSlug !== after?.seriesSlug) {
    for (const slug of series) tags.add(tag.series(slug));
  }
  if (series.length > 0 && shownSeries(before) !== shownSeries(after)) tags.add(tag.seriesNames);
  const memberships: Membership[] = [];
  const left = listsOf(before);
  const taken = listsOf(after);
  for (const list of new Set([...left.keys(), ...taken.keys()])) {
    const one = left.get(list);
    const other = taken.get(list);
    if (one && other && one.time === other.time) continue;
    tags.add(tag.list(list));
    if (list.startsWith('tag:')) tags.add(tag.tagCounts);
    if (list.startsWith('category:')) tags.add(tag.categoryNames);
    for (const membership of [one, other]) if (membership) memberships.push(membership);
  }
  const places = tags.has(tag.card(facts.id)) ? placesOf(before, after) : [];
  return {
    tags,
    memberships,
    places,
    visible,
    articleId: facts.id,
    mainPath: `/blog/${facts.slug}`,
    articlePaths: [...new Set([...pathsOf(after), ...pathsOf(before)])],
  };
}

function placesOf(...states: (ArticleFacts | null)[]): Place[] {
  const places = new Map<number, Place>();
  for (const facts of states.filter(isListed)) {
    places.set(facts.publishedAt, { time: facts.publishedAt, id: facts.id });
  }
  return [...places.values()];
}

function shownSeries(facts: ArticleFacts | null): string | null {
  return isListed(facts) ? facts.seriesSlug : null;
}

function pathsOf(facts: ArticleFacts | null): string[] {
  if (!facts) return [];
  const redirects = [facts.publicId, ...facts.formerSlugs].map((key) => `/blog/${key}`);
  const own = [`/blog/${facts.slug}`, `/blog/${facts.slug}.md`, sharePicturePath(facts.publicId)];
  return [...own, ...redirects];
}
