import { blogTopics, quickLinks } from '#contracts/blog.ts';
import type { ListSlice, PublishedPage } from '#contracts/page.ts';
import { findCategoryName, readNewestIds } from '../../db/hot/list-pages.ts';
import { readListedSummaries, readSeries } from '../../db/hot/published-articles.ts';
import { LATEST, listOfCategory, listOfTag, tag } from '../dependency-tags.ts';
import { htmlFile, type PageLoader, type PageSource } from '../page-source.ts';
import { toCard } from './card.ts';
import { emptySlice, type ReadSlice, readHead, readNumbered } from './list-slices.ts';

/** Articles the home page shows. */
const HOME_ARTICLES = 6;

/** / shows the newest articles. */
export const homePage: PageLoader = (context, path) => {
  const ids = readNewestIds(context.database, LATEST, HOME_ARTICLES);
  const latest = readListedSummaries(context.database, ids).map(toCard);
  return {
    kind: 'page',
    file: htmlFile(path),
    reads: [tag.list(LATEST), ...ids.map(tag.card)],
    content: { page: { kind: 'home', latest } },
  };
};

const lastingTags = new Set([
  ...quickLinks.map((link) => link.tag),
  ...blogTopics.flatMap((topic) => topic.tag ?? []),
]);
const lastingCategories = new Map(
  blogTopics.flatMap(({ slug, category }) => (category ? [[slug, category] as const] : [])),
);

/** Pages that /blog leads to whatever is published: they are there even while they are empty. */
export const lastingPaths: readonly string[] = [
  ...[...lastingTags].map((name) => `/tag/${name}`),
  ...[...lastingCategories.keys()].map((slug) => `/category/${slug}`),
];

export const tagPage: PageLoader = (context, path, name) => {
  const list = listOfTag(name);
  const head = readHead(context, list);
  if (!head && !lastingTags.has(name)) return null;
  const read = head ?? { slice: emptySlice, reads: [] };
  return listSource(path, read, [tag.list(list)], { kind: 'tag', tag: name, list: read.slice });
};

export const tagNumberedPage: PageLoader = (context, path, parameter) => {
  const [name = '', number = ''] = parameter.split('/');
  const read = readNumbered(context, listOfTag(name), number);
  return read && listSource(path, read, [], { kind: 'tag', tag: name, list: read.slice });
};

export const categoryPage: PageLoader = (context, path, slug) => {
  const list = listOfCategory(slug);
  const head = readHead(context, list);
  if (!head && !lastingCategories.has(slug)) return null;
  const read = head ?? { slice: emptySlice, reads: [] };
  const name = findCategoryName(context.database, slug) ?? lastingCategories.get(slug) ?? slug;
  const page = { kind: 'category', name, slug, list: read.slice } as const;
  return listSource(path, read, [tag.list(list)], page);
};

export const categoryNumberedPage: PageLoader = (context, path, parameter) => {
  const [slug = '', number = ''] = parameter.split('/');
  const read = readNumbered(context, listOfCategory(slug), number);
  const name = findCategoryName(context.database, slug) ?? slug;
  return read && listSource(path, read, [], { kind: 'category', name, slug, list: read.slice });
};

export const seriesPage: PageLoader = (context, path, slug) => {
  const parts = readSeries(context.database, slug);
  const name = parts.at(-1)?.series;
  if (name === undefined) return null;
  const items = readListedSummaries(
    context.database,
    parts.map((part) => part.id),
  ).map(toCard);
  return {
    kind: 'page',
    file: htmlFile(path),
    reads: [tag.series(slug), ...parts.map((part) => tag.card(part.id))],
    content: { page: { kind: 'series', name, slug, items } },
  };
};

function listSource(
  path: string,
  read: ReadSlice,
  more: string[],
  page: Extract<PublishedPage, { list: ListSlice }>,
): PageSource {
  return {
    kind: 'page',
    file: htmlFile(path),
    reads: [...more, ...read.reads],
    content: { page },
  };
}
