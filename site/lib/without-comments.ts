/**
 * A script as it goes into each page: its comments, on lines of their own, its indentation and most of
 * its line ends are for who works on it.
 */
export function withoutComments(script: string): string {
  return script.replace(/^\s+(\/\/.*\n)?/gm, '').replaceAll(/(?<=[{;,(])\n/g, '');
}
