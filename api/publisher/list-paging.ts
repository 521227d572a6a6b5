import type { Connection } from '../db/connection.ts';
import {
  addListPage,
  dealListPages,
  findHeadPage,
  findNewer,
  findOlder,
  findPageOf,
  LIST_PAGE_SIZE,
  listPages,
  readPageIds,
  readStartAt,
  removeListPage,
} from '../db/repositories/list-pages.ts';
import type { Membership } from './change.ts';
import { tag } from './dependency-tags.ts';

/** Makes sure that a list has its numbered pages; a list nobody dealt out yet gets them now. */
export function ensureListPages(database: Connection, list: string): void {
  if (!findHeadPage(database, list)) dealListPages(database, list);
}

/**
 * Settles where an article that came or went belongs, and splits, drops or deals out pages where
 * the numbers ask for it. Belongs in a transaction.
 * @returns the tags of the numbered pages that changed
 */
export function placeInList(database: Connection, { list, time, id }: Membership): string[] {
  if (!findHeadPage(database, list)) {
    dealListPages(database, list);
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
      // The stretch of time falls to the older page; where there is none, to the newer.
      removeListPage(database, list, newer.number);
      addListPage(database, list, { ...page, number: newer.number });
    }
    // A page that becomes the head has another address, which the page before it links to.
    const beyond = older && !newer ? findOlder(database, list, older.number) : null;
    for (const next of [beyond, older, newer]) {
      if (next) touched.push(tag.listPage(list, next.number));
    }
    return touched;
  }
  if (count < 2 * LIST_PAGE_SIZE) return touched;
  if (newer) {
    // Somebody filled up the past: the numbers from here on cannot stay.
    const before = numberedTags(database, list);
    dealListPages(database, list);
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
