import { blogTopics, quickLinks } from '#contracts/blog.ts';
import type { ListSlice, PublishedPage } from '#contracts/page.ts';
import { findCategoryName, readNewestIds } from '../../db/hot/list-pages.ts';
import { readListedSummaries, readSeries } from '../../db/hot/published-articles.ts';
import { LATEST, listOfCategory, listOfTag, tag } from '../dependency-tags.ts';
import { htmlFile, type PageLoader, type PageSource } from '../page-source.ts';
import { toCard } from './card.ts';
import { emptySlice, type LoadedSlice, readHeadPage, readNumberedPage } from './list-slices.ts';

/** Number of articles on the home page. */
const HOME_ARTICLES = 6;

/** / shows the newest articles. */
export const homePage: PageLoader = (context, path) => {
  const ids = readNewestIds(context.database, LATEST, HOME_ARTICLES);
  const latest = readListedSummaries(context.database, ids).map(toCard);
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: [tag.list(LATEST), ...ids.map(tag.card)],
    content: { page: { kind: 'home', latest } },
  };
};

const permanentTags = new Set([
  ...quickLinks.map((link) => link.tag),
  ...blogTopics.flatMap((topic) => topic.tag ?? []),
]);
const permanentCategories = new Map(
  blogTopics.flatMap(({ slug, category }) => (category ? [[slug, category] as const] : [])),
);

/** Pages that /blog always links to, so that they exist without articles. */
export const permanentPaths: readonly string[] = [
  ...[...permanentTags].map((name) => `/tag/${name}`),
  ...[...permanentCategories.keys()].map((slug) => `/category/${slug}`),
];

export const tagPage: PageLoader = (context, path, name) => {
  const list = listOfTag(name);
  const head = readHeadPage(context, list);
  if (!head && !permanentTags.has(name)) return null;
  const loaded = head ?? { slice: emptySlice, dependencies: [] };
  return listSource(path, loaded, [tag.list(list)], { kind: 'tag', tag: name, list: loaded.slice });
};

export const tagNumberedPage: PageLoader = (context, path, parameter) => {
  const [name = '', number = ''] = parameter.split('/');
  const loaded = readNumberedPage(context, listOfTag(name), number);
  return loaded && listSource(path, loaded, [], { kind: 'tag', tag: name, list: loaded.slice });
};

export const categoryPage: PageLoader = (context, path, slug) => {
  const list = listOfCategory(slug);
  const head = readHeadPage(context, list);
  if (!head && !permanentCategories.has(slug)) return null;
  const loaded = head ?? { slice: emptySlice, dependencies: [] };
  const name = findCategoryName(context.database, slug) ?? permanentCategories.get(slug) ?? slug;
  const page = { kind: 'category', name, slug, list: loaded.slice } as const;
  return listSource(path, loaded, [tag.list(list)], page);
};

export const categoryNumberedPage: PageLoader = (context, path, parameter) => {
  const [slug = '', number = ''] = parameter.split('/');
  const loaded = readNumberedPage(context, listOfCategory(slug), number);
  const name = findCategoryName(context.database, slug) ?? slug;
  return (
    loaded && listSource(path, loaded, [], { kind: 'category', name, slug, list: loaded.slice })
  );
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
    dependencies: [tag.series(slug), ...parts.map((part) => tag.card(part.id))],
    content: { page: { kind: 'series', name, slug, items } },
  };
};

function listSource(
  path: string,
  loaded: LoadedSlice,
  extraDependencies: string[],
  page: Extract<PublishedPage, { list: ListSlice }>,
): PageSource {
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: [...extraDependencies, ...loaded.dependencies],
    content: { page },
  };
}
