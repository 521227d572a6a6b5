import { createHash } from 'node:crypto';

/** Meta element with the CSP of a page. */
export const policyTag = /<meta http-equiv="content-security-policy"[^<>]*>/;

const listedHash = / '(sha256-[^']+)'/g;

/**
 * Returns the CSP of a page without the hashes that the page does not use. Astro lists the hashes of all
 * pages: four kilobytes that hardly compress, in the page and again in the response header. Hashes are never
 * added, so no page allows what the build does not know.
 * @param document page with its CSP
 * @returns the meta element of the CSP
 * @throws Error if the page has none
 */
export function pageCsp(document: string): string {
  const tag = policyTag.exec(document)?.[0];
  if (tag === undefined) throw new Error('the page carries no content security policy');
  const own = new Set(
    inlineCodeOf(document).map(
      (code) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
    ),
  );
  return tag.replace(listedHash, (listed, hash) => (own.has(hash) ? listed : ''));
}

/** Returns the contents of all inline style and script elements. */
function inlineCodeOf(document: string): string[] {
  return document
    .split(/<\/(?:style|script)>/)
    .slice(0, -1)
    .flatMap((piece) => {
      const [, attributes = '', code = ''] =
        /<(?:style|script)([^<>]*)>([\s\S]*)$/.exec(piece) ?? [];
      return code === '' || /\ssrc=/.test(attributes) ? [] : [code];
    });
}
