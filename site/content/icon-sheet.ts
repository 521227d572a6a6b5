import { nameHash } from '#contracts/name-hash.ts';
import { orbits, type Technology } from './home.ts';
import { iconOf } from './technology-icons.ts';

/**
 * All icons of the orbits in one file: inside the page they were half of its weight. Its name
 * follows what is in it, so browsers may keep it for good.
 */
const icons = new Map(
  orbits.flat().flatMap((technology, index) => {
    const path = iconOf(technology);
    return path === null ? [] : [[technology.name, { id: `t${index}`, path }] as const];
  }),
);

const symbols = [...icons.values()].map(
  ({ id, path }) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
);

export const iconSheet = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;

/** What stands in the file's name between `technologies.` and `.svg`. */
export const iconSheetVersion = nameHash(iconSheet).toString(36);

/** Where `<use>` finds the icon of a technology, or null when it is drawn with its initials. */
export function iconAddress({ name }: Technology): string | null {
  const icon = icons.get(name);
  return icon ? `/_assets/technologies.${iconSheetVersion}.svg#${icon.id}` : null;
}
