/** Removes comment lines, indentation and most line ends from an inline script. */
export function stripComments(script: string): string {
  return script.replace(/^\s+(\/\/.*\n)?/gm, '').replaceAll(/(?<=[{;,(])\n/g, '');
}
