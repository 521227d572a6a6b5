/** Returns a count with its noun: '1 article', '2 articles', '1,000 articles'. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
