import { nameHash } from '#contracts/name-hash.ts';
import { orbits, type Technology } from './home.ts';
import { iconOf } from './technology-icons.ts';

/**
 * All icons of the orbits, as one file: inline icons would double the size of the page. Its name contains a
 * hash of its content, so browsers may cache it permanently.
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

/** Hash in the file name, between `technologies.` and `.svg`. */
export const iconSheetVersion = nameHash(iconSheet).toString(36);

/** Returns the URL of the icon of a technology for `<use>`; null if the page shows its initials. */
export function iconUrl({ name }: Technology): string | null {
  const icon = icons.get(name);
  return icon ? `/_assets/technologies.${iconSheetVersion}.svg#${icon.id}` : null;
}
