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

/** One page of a list, and what was read for it. */
export interface ReadSlice {
  slice: ListSlice;
  reads: string[];
}

/** The head page of a list; null while it is empty. */
export function readHead(context: PageContext, list: string): ReadSlice | null {
  const head = findHeadPage(context.database, list);
  if (!head) return null;
  const read = readSlice(context, list, head, null);
  return read.slice.items.length === 0 ? null : read;
}

/** The head page has no number of its own: it is at the list's plain address. */
export function readNumbered(context: PageContext, list: string, number: string): ReadSlice | null {
  const page = findListPage(context.database, list, Number(number));
  if (!page) return null;
  const newer = findNewer(context.database, list, page.number);
  if (!newer) return null;
  const read = readSlice(context, list, page, newer);
  return read.slice.items.length === 0 ? null : read;
}

function readSlice(
  context: PageContext,
  list: string,
  page: ListPage,
  newer: ListPage | null,
): ReadSlice {
  const ids = readPageIds(context.database, list, page, newer);
  const older = findOlder(context.database, list, page.number);
  const newest = newer && findNewer(context.database, list, newer.number) === null;
  const base = pathOfList(list);
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

/** Empty page of a list that exists without articles. */
export const emptySlice: ListSlice = { items: [], number: null, newer: null, older: null };
