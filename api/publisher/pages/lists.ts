import type { ListSlice } from '#contracts/page.ts';
import {
  findHeadPage,
  findListPage,
  findNewer,
  findOlder,
  LIST_PAGE_SIZE,
  type ListPage,
  readNewestIds,
  readPageIds,
  readTagCounts,
} from '../../db/repositories/list-pages.ts';
import { readListedSummaries, readSeries } from '../../db/repositories/published-articles.ts';
import { LATEST, listOfTag, tag } from '../dependency-tags.ts';
import { htmlFile, type PageContext, type PageLoader } from '../page-source.ts';
import { toCard } from './card.ts';

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

/** /blog is there even while it is empty. */
export const blogPage: PageLoader = (context, path) => {
  const head = readHead(context, LATEST, '/blog');
  return {
    kind: 'page',
    file: htmlFile(path),
    reads: [tag.list(LATEST), tag.tagCounts, ...(head?.reads ?? [])],
    content: {
      page: {
        kind: 'blog',
        list: head?.slice ?? { items: [], number: null, newer: null, older: null },
        tags: readTagCounts(context.database),
      },
    },
  };
};

export const blogNumberedPage: PageLoader = (context, path, number) => {
  const numbered = readNumbered(context, LATEST, '/blog', number);
  if (!numbered) return null;
  return {
    kind: 'page',
    file: htmlFile(path),
    reads: numbered.reads,
    content: { page: { kind: 'blog', list: numbered.slice, tags: [] } },
  };
};

export const tagPage: PageLoader = (context, path, name) => {
  const head = readHead(context, listOfTag(name), `/tag/${name}`);
  if (!head) return null;
  return {
    kind: 'page',
    file: htmlFile(path),
    reads: [tag.list(listOfTag(name)), ...head.reads],
    content: { page: { kind: 'tag', tag: name, list: head.slice } },
  };
};

export const tagNumberedPage: PageLoader = (context, path, parameter) => {
  const [name = '', number = ''] = parameter.split('/');
  const numbered = readNumbered(context, listOfTag(name), `/tag/${name}`, number);
  if (!numbered) return null;
  return {
    kind: 'page',
    file: htmlFile(path),
    reads: numbered.reads,
    content: { page: { kind: 'tag', tag: name, list: numbered.slice } },
  };
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

interface ReadSlice {
  slice: ListSlice;
  reads: string[];
}

function readHead(context: PageContext, list: string, base: string): ReadSlice | null {
  const head = findHeadPage(context.database, list);
  if (!head) return null;
  const read = readSlice(context, list, base, head, null);
  return read.slice.items.length === 0 ? null : read;
}

/** The head page has no number of its own: it is at the list's plain address. */
function readNumbered(
  context: PageContext,
  list: string,
  base: string,
  number: string,
): ReadSlice | null {
  const page = findListPage(context.database, list, Number(number));
  if (!page) return null;
  const newer = findNewer(context.database, list, page.number);
  if (!newer) return null;
  const read = readSlice(context, list, base, page, newer);
  return read.slice.items.length === 0 ? null : read;
}

function readSlice(
  context: PageContext,
  list: string,
  base: string,
  page: ListPage,
  newer: ListPage | null,
): ReadSlice {
  const ids = readPageIds(context.database, list, page, newer);
  const older = findOlder(context.database, list, page.number);
  const newest = newer && findNewer(context.database, list, newer.number) === null;
  const address = (other: ListPage | null) => other && `${base}/page/${other.number}`;
  return {
    slice: {
      items: readListedSummaries(context.database, ids.slice(0, 2 * LIST_PAGE_SIZE)).map(toCard),
      number: newer ? page.number : null,
      newer: newest ? base : address(newer),
      older: address(older),
    },
    reads: [tag.listPage(list, page.number), ...ids.map(tag.card)],
  };
}
