import type { BuiltPage } from '#contracts/page-list.ts';

/** Guard before the pages of a folder, which only members can open. */
export interface Guard {
  /** Folder of the pages, as in their paths. */
  folder: string;
  /** File of the build that guests get instead. */
  page: string;
  /** Paths of published pages that are guarded on static file servers, too. */
  entrances: readonly string[];
}

/** Unguarded pages for wrong paths, without content. */
const open = /^\/gamecorner\/no-such-[a-z]+$/;

/** Guard of the Game Corner if it is not public. */
export const gameCornerGuard: Guard = {
  folder: '/gamecorner',
  page: 'gamecorner-shell/index.html',
  entrances: [],
};

/** Guard of the shop if it is not public. */
export const shopGuard: Guard = {
  folder: '/shop',
  page: 'shop-shell/index.html',
  entrances: ['/shop', '/shop/products'],
};

/** Returns the guard of a decoded path, or null if it is public. */
export function findGuard(guards: readonly Guard[], address: string): Guard | null {
  if (open.test(address)) return null;
  const before = ({ folder }: Guard) => address === folder || address.startsWith(`${folder}/`);
  return guards.find(before) ?? null;
}

/** True if a path is public. */
export const isOpen = (guards: readonly Guard[], address: string) =>
  findGuard(guards, address) === null;

/** True if the shop is public. */
export const shopIsOpen = (guards: readonly Guard[]) => isOpen(guards, shopGuard.folder);

/** Returns the public pages. */
export const withoutGuarded = (guards: readonly Guard[], pages: BuiltPage[]): BuiltPage[] =>
  pages.filter(({ path }) => isOpen(guards, path));

/**
 * Marks guarded folders on a page, so that its style hides links to them from guests
 * (site/components/site-header.css).
 */
export function markGuardedFolders(document: Buffer, guards: readonly Guard[]): Buffer {
  const at = guards.length > 0 ? document.indexOf('<html') : -1;
  if (at === -1) return document;
  const end = at + '<html'.length;
  const mark = ` data-closed="${guards.map(({ folder }) => folder).join(' ')}"`;
  return Buffer.concat([document.subarray(0, end), Buffer.from(mark), document.subarray(end)]);
}
