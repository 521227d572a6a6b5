/**
 * A script as it goes into each page: its comments, on lines of their own, and its indentation are for
 * who works on it.
 */
export function withoutComments(script: string): string {
  return script.replace(/^\s+(\/\/.*\n)?/gm, '');
}
