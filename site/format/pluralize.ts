/** Returns a count with its noun: '1 article', '2 articles', '1,000 articles'. */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
}
