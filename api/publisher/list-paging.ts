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
import type { Membership } from './article-change.ts';
import { tag } from './dependency-tags.ts';

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
