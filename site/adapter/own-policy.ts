import { createHash } from 'node:crypto';

/** The tag of a page's policy. */
export const policyTag = /<meta http-equiv="content-security-policy"[^<>]*>/;

const listedHash = / '(sha256-[^']+)'/g;

/**
 * A page's policy without the hashes of what does not stand in the page. Astro lists those of all pages:
 * four kilobytes that hardly compress, in the page and once more in the header of its answer. Nothing
 * is ever added, so that no page allows what the build does not know.
 * @param document the page, with its policy in it
 * @returns the tag of the policy
 * @throws Error when the page has none
 */
export function ownPolicy(document: string): string {
  const tag = policyTag.exec(document)?.[0];
  if (tag === undefined) throw new Error('the page carries no content security policy');
  const own = new Set(
    inlineCodeOf(document).map(
      (code) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
    ),
  );
  return tag.replace(listedHash, (listed, hash) => (own.has(hash) ? listed : ''));
}

/** Returns the contents of all style and script elements that load no file. */
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
