/** Formats a time for notices and lists. */
export const momentOf = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
