// A name that can't exist (RFC 2606), so that whatever resolves to it was relative.
const RELATIVE = 'https://relative.invalid';

// What browsers ignore at the ends of an address and inside it: a tab in `java\tscript:`.
const IGNORED_ENDS = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;
const IGNORED_INSIDE = /[\t\n\r]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
// A colon before the path means a scheme to some reader or other, even a malformed one.
const SUSPECT = /^[^/?#]*:/;

function lowerScheme(address: string): string {
  return address.replace(SCHEME, (scheme) => scheme.toLowerCase());
}

/** Where an address leads; `refused` stands for every scheme but http, https and mailto. */
export type Address =
  | { kind: 'fragment'; name: string }
  | { kind: 'local'; href: string; path: string; absolute: boolean }
  | { kind: 'external'; href: string }
  | { kind: 'mail'; href: string }
  | { kind: 'refused' };

/**
 * Reads an address the way a browser would.
 * `siteOrigin` such as `https://example.com` makes addresses there ours; `local.absolute`
 * says that the path starts at the root, so that it means the same on every page.
 */
export function readAddress(written: string, siteOrigin: string | undefined): Address {
  const clean = written.replace(IGNORED_ENDS, '').replace(IGNORED_INSIDE, '');
  if (clean.startsWith('#')) return { kind: 'fragment', name: clean.slice(1) };
  // With its scheme an address is read alone: `https:x` is a host, not a relative path.
  const url = SCHEME.test(clean) ? URL.parse(clean) : URL.parse(clean, RELATIVE);
  if (url === null) return { kind: 'refused' };
  if (url.protocol === 'mailto:') return { kind: 'mail', href: lowerScheme(clean) };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'refused' };
  const path = url.pathname + url.search + url.hash;
  if (url.origin === siteOrigin) return { kind: 'local', href: path, path, absolute: true };
  if (url.origin !== RELATIVE) {
    // The author's own words stay, unless only a lenient reader takes them for an address.
    const plain = /^(?:https?:)?\/\/[^/\\]/i.test(clean);
    return { kind: 'external', href: plain ? lowerScheme(clean) : url.href };
  }
  if (SUSPECT.test(clean)) return { kind: 'refused' };
  return { kind: 'local', href: clean, path, absolute: /^[/\\]/.test(clean) };
}
