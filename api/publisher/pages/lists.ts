import {
  blogTopics,
  NEW_ARTICLES,
  popularReads,
  quickLinks,
  TRENDING_ARTICLES,
} from '#contracts/blog.ts';
import type { ListSlice, PublishedPage } from '#contracts/page.ts';
import type { Connection } from '../../db/connection.ts';
import {
  addListPage,
  divideListPages,
  findCategoryName,
  findHeadPage,
  findListPage,
  findNewer,
  findOlder,
  findPageOf,
  LIST_PAGE_SIZE,
  type ListPage,
  listPages,
  readNewestIds,
  readPageIds,
  readStartAt,
  readTagCounts,
  removeListPage,
} from '../../db/hot/list-pages.ts';
import { readListedSummaries, readSeries, readTrending } from '../../db/hot/published-articles.ts';
import {
  htmlFile,
  LATEST,
  listOfCategory,
  listOfTag,
  type PageContext,
  type PageLoader,
  type PageSource,
  pathOfList,
  tag,
} from '../page-source.ts';
import { toCard } from './cards.ts';

/** Page of a list with its dependency tags. */
interface LoadedSlice {
  slice: ListSlice;
  dependencies: string[];
}

/** Empty page of a list that exists without articles. */
export const emptySlice: ListSlice = { items: [], number: null, newer: null, older: null };
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

/** Returns the head page of a list, or null if the list is empty. */
export function readHeadPage(context: PageContext, list: string): LoadedSlice | null {
  const head = findHeadPage(context.database, list);
  if (!head) return null;
  const loaded = readSlice(context, list, head, null);
  return loaded.slice.items.length === 0 ? null : loaded;
}

/** Returns a numbered page; null for the head page, whose URL has no number. */
export function readNumberedPage(
  context: PageContext,
  list: string,
  number: string,
): LoadedSlice | null {
  const page = findListPage(context.database, list, Number(number));
  if (!page) return null;
  const newer = findNewer(context.database, list, page.number);
  if (!newer) return null;
  const loaded = readSlice(context, list, page, newer);
  return loaded.slice.items.length === 0 ? null : loaded;
}

function readSlice(
  context: PageContext,
  list: string,
  page: ListPage,
  newer: ListPage | null,
): LoadedSlice {
  const ids = readPageIds(context.database, list, page, newer);
  const older = findOlder(context.database, list, page.number);
  const isNewerHead = newer && findNewer(context.database, list, newer.number) === null;
  const base = pathOfList(list);
  const pathOf = (neighbour: ListPage | null) => neighbour && `${base}/page/${neighbour.number}`;
  return {
    slice: {
      items: readListedSummaries(context.database, ids.slice(0, 2 * LIST_PAGE_SIZE)).map(toCard),
      number: newer ? page.number : null,
      newer: isNewerHead ? base : pathOf(newer),
      older: pathOf(older),
    },
    dependencies: [tag.listPage(list, page.number), ...ids.map(tag.card)],
  };
}

/** Loads /blog, which exists even without articles. */
export const blogPage: PageLoader = ({ database, ...context }, path) => {
  const head = readHeadPage({ database, ...context }, LATEST);
  const newest = readNewestIds(database, LATEST, popularReads.to);
  // The most read articles, then the newest ones that are not shown as new.
  const newArticles = newest.slice(0, NEW_ARTICLES);
  const candidates = [...readTrending(database), ...newest].filter(
    (id) => !newArticles.includes(id),
  );
  const trending = readListedSummaries(database, [...new Set(candidates)]);
  const shownTrending = trending.slice(0, TRENDING_ARTICLES);
  const popular = newest.slice(popularReads.from - 1);
  const cards = [...popular, ...shownTrending.map((article) => article.id)].map(tag.card);
  const dependencies = [
    tag.list(LATEST),
    tag.tagCounts,
    tag.trending,
    ...(head?.dependencies ?? []),
    ...cards,
  ];
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: [...new Set(dependencies)],
    content: {
      page: {
        kind: 'blog',
        list: head?.slice ?? emptySlice,
        tags: readTagCounts(database),
        trending: shownTrending.map(toCard),
        popular: readListedSummaries(database, popular).map(toCard),
      },
    },
  };
};

export const blogNumberedPage: PageLoader = (context, path, number) => {
  const numbered = readNumberedPage(context, LATEST, number);
  if (!numbered) return null;
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: numbered.dependencies,
    content: { page: { kind: 'blog-numbered', list: numbered.slice } },
  };
};

/** Position of an article in a list. */
export interface Membership {
  list: string;
  time: number;
  id: number;
}

/** Assigns the articles of a list to numbered pages if it has none. */
export function ensureListPages(database: Connection, list: string): void {
  if (!findHeadPage(database, list)) divideListPages(database, list);
}

/**
 * Updates the numbered pages of a list after an article was added or removed; splits and merges pages if necessary.
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
