/** A moment as notices and lists say it. */
export const momentOf = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
