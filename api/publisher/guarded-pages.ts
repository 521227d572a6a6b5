import type { BuiltPage } from '#contracts/page-list.ts';

/** Where an owner has put a door before built pages: only members see what is behind it. */
export interface Door {
  /** Folder of the built pages, as it begins their addresses. */
  folder: string;
  /** File of the build that everybody else gets in their place. */
  page: string;
}

/** Answer for wrong addresses and hold nothing. */
const open = /\/no-such-[a-z]+(\/|$)/;

/** The door of the Game Corner, where it is not public. */
export const cornerDoor: Door = {
  folder: '/gamecorner',
  page: 'gamecorner-door/index.html',
};

/** The door before an address, which is decoded; null where anybody may come in. */
export function doorBefore(doors: readonly Door[], address: string): Door | null {
  if (open.test(address)) return null;
  const before = ({ folder }: Door) => address === folder || address.startsWith(`${folder}/`);
  return doors.find(before) ?? null;
}

/** The pages that anybody may find. */
export const withoutGuarded = (doors: readonly Door[], pages: BuiltPage[]): BuiltPage[] =>
  pages.filter(({ path }) => doorBefore(doors, path) === null);
