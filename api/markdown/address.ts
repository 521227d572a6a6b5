// A name that can't exist (RFC 2606), so that whatever resolves to it was relative.
const RELATIVE = 'https://relative.invalid';

const IGNORED_INSIDE = /[\t\n\r]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
// A colon before the path means a scheme to some reader or other, even a malformed one.
const SUSPECT = /^[^/?#]*:/;

// What browsers ignore: control characters and spaces at the ends, and tabs and line breaks
// anywhere, as in `java\tscript:`. A loop, as a regular expression would go over long runs of
// spaces again from each of them.
function clean(written: string): string {
  let start = 0;
  let end = written.length;
  while (start < end && written.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && written.charCodeAt(end - 1) <= 0x20) end -= 1;
  return written.slice(start, end).replace(IGNORED_INSIDE, '');
}

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
  const address = clean(written);
  if (address.startsWith('#')) return { kind: 'fragment', name: address.slice(1) };
  // With its scheme an address is read alone: `https:x` is a host, not a relative path.
  const url = SCHEME.test(address) ? URL.parse(address) : URL.parse(address, RELATIVE);
  if (url === null) return { kind: 'refused' };
  if (url.protocol === 'mailto:') return { kind: 'mail', href: lowerScheme(address) };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'refused' };
  const path = url.pathname + url.search + url.hash;
  if (url.origin === siteOrigin) return { kind: 'local', href: path, path, absolute: true };
  if (url.origin !== RELATIVE) {
    // The author's own words stay, unless only a lenient reader takes them for an address.
    const plain = /^(?:https?:)?\/\/[^/\\]/i.test(address);
    return { kind: 'external', href: plain ? lowerScheme(address) : url.href };
  }
  if (SUSPECT.test(address)) return { kind: 'refused' };
  return { kind: 'local', href: address, path, absolute: /^[/\\]/.test(address) };
}
