import type { BuiltPage } from '#contracts/site-routes.ts';

/** Access control for the pages of a folder that only members can open. */
export interface Guard {
  /** Folder of the pages, as in their paths. */
  folder: string;
  /** File of the build that guests get instead. */
  page: string;
  /** Paths of published pages that are guarded on static file servers, too. */
  entrances: readonly string[];
}

/** Pages for wrong paths, which are public because they have no content. */
const publicErrorPages = /^\/gamecorner\/no-such-[a-z]+$/;

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
export function findGuard(guards: readonly Guard[], path: string): Guard | null {
  if (publicErrorPages.test(path)) return null;
  const isGuarded = ({ folder }: Guard) => path === folder || path.startsWith(`${folder}/`);
  return guards.find(isGuarded) ?? null;
}

export const isPublic = (guards: readonly Guard[], path: string) =>
  findGuard(guards, path) === null;

export const isShopPublic = (guards: readonly Guard[]) => isPublic(guards, shopGuard.folder);

export const filterPublicPages = (guards: readonly Guard[], pages: BuiltPage[]): BuiltPage[] =>
  pages.filter(({ path }) => isPublic(guards, path));

/**
 * Marks guarded folders on a page, so that its style hides links to them from guests
 * (site/components/site-header.css).
 */
export function markGuardedFolders(document: Buffer, guards: readonly Guard[]): Buffer {
  const tagStart = guards.length > 0 ? document.indexOf('<html') : -1;
  if (tagStart === -1) return document;
  const insertAt = tagStart + '<html'.length;
  const attribute = ` data-closed="${guards.map(({ folder }) => folder).join(' ')}"`;
  return Buffer.concat([
    document.subarray(0, insertAt),
    Buffer.from(attribute),
    document.subarray(insertAt),
  ]);
}
