import type { Technology } from '#contracts/content.ts';
import { technologySlug } from './case-study-data.ts';
import { iconOf } from './technology-icons.ts';

/** Returns an SVG file with the icons of technologies: inside of the page they were half of its weight. */
export function iconSheet(technologies: Technology[]): string {
  const symbols = technologies.flatMap((technology) => {
    const path = iconOf(technology);
    const id = technologySlug(technology.name);
    return path === null
      ? []
      : [`<symbol id="${id}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** Returns where `<use>` finds the icon of a technology, or null if it is drawn with its initials. */
export function iconAddress(technology: Technology): string | null {
  if (iconOf(technology) === null) return null;
  return `/technologies.svg#${technologySlug(technology.name)}`;
}
