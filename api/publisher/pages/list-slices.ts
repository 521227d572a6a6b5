import type { ListSlice } from '#contracts/page.ts';
import {
  findHeadPage,
  findListPage,
  findNewer,
  findOlder,
  LIST_PAGE_SIZE,
  type ListPage,
  readPageIds,
} from '../../db/hot/list-pages.ts';
import { readListedSummaries } from '../../db/hot/published-articles.ts';
import { pathOfList, tag } from '../dependency-tags.ts';
import type { PageContext } from '../page-source.ts';
import { toCard } from './card.ts';

/** Page of a list with its dependency tags. */
export interface LoadedSlice {
  slice: ListSlice;
  dependencies: string[];
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

/** Empty page of a list that exists without articles. */
export const emptySlice: ListSlice = { items: [], number: null, newer: null, older: null };
