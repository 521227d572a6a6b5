/**
 * Returns a text for a live region that contains `before`. Screen readers ignore a text that is the same as before, so a
 * repeated one ends with a no-break space.
 */
export const nextAnnouncement = (text: string, before: string | null): string =>
  text === before ? `${text}\u00a0` : text;
