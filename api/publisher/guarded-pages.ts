import type { BuiltPage } from '#contracts/page-list.ts';

/** Where an owner has put a door before pages: only members see what is behind it. */
export interface Door {
  /** Folder of the pages, as it begins their addresses. */
  folder: string;
  /** File of the build that everybody else gets in their place. */
  page: string;
  /** Addresses of published pages at which the door stands even where there are files alone. */
  entrances: readonly string[];
}

/** Pages behind a door that answer for wrong addresses and hold nothing. */
const open = /^\/gamecorner\/no-such-[a-z]+$/;

/** The door of the Game Corner, where it is not public. */
export const cornerDoor: Door = {
  folder: '/gamecorner',
  page: 'gamecorner-door/index.html',
  entrances: [],
};

/** The door of the shop, where it is not public. */
export const shopDoor: Door = {
  folder: '/shop',
  page: 'shop-door/index.html',
  entrances: ['/shop', '/shop/products'],
};

/** The door before an address, which is decoded; null where anybody may come in. */
export function doorBefore(doors: readonly Door[], address: string): Door | null {
  if (open.test(address)) return null;
  const before = ({ folder }: Door) => address === folder || address.startsWith(`${folder}/`);
  return doors.find(before) ?? null;
}

/** Whether anybody may come in at an address. */
export const isOpen = (doors: readonly Door[], address: string) =>
  doorBefore(doors, address) === null;

/** Whether anybody may see what the shop sells. */
export const shopIsOpen = (doors: readonly Door[]) => isOpen(doors, shopDoor.folder);

/** The pages that anybody may find. */
export const withoutGuarded = (doors: readonly Door[], pages: BuiltPage[]): BuiltPage[] =>
  pages.filter(({ path }) => isOpen(doors, path));

/**
 * Says on a page which folders are closed, so that its style leaves out the links there for guests
 * (site/styles/header.css).
 */
export function nameDoors(document: Buffer, doors: readonly Door[]): Buffer {
  const at = doors.length > 0 ? document.indexOf('<html') : -1;
  if (at === -1) return document;
  const end = at + '<html'.length;
  const mark = ` data-closed="${doors.map(({ folder }) => folder).join(' ')}"`;
  return Buffer.concat([document.subarray(0, end), Buffer.from(mark), document.subarray(end)]);
}
