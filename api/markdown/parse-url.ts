/** Base URL that cannot exist (RFC 2606); URLs that resolve to it are relative. */
const RELATIVE = 'https://relative.invalid';

const IGNORED_INSIDE = /[\t\n\r]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A colon before the path may be parsed as a scheme, even if it is malformed. */
const SUSPECT = /^[^/?#]*:/;

/**
 * Removes what browsers ignore: control characters and spaces at the ends, tabs and line breaks
 * anywhere.
 * Uses a loop, because a regular expression would be quadratic for long runs of spaces.
 */
function clean(url: string): string {
  let start = 0;
  let end = url.length;
  while (start < end && url.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end -= 1;
  return url.slice(start, end).replace(IGNORED_INSIDE, '');
}

function lowerScheme(url: string): string {
  return url.replace(SCHEME, (scheme) => scheme.toLowerCase());
}

/** Target of a URL; `refused` means any scheme except http, https and mailto. */
export type ParsedUrl =
  | { kind: 'fragment'; name: string }
  | { kind: 'local'; href: string; path: string; absolute: boolean }
  | { kind: 'external'; href: string }
  | { kind: 'mail'; href: string }
  | { kind: 'refused' };

/**
 * Parses a URL as browsers do.
 * URLs of `siteOrigin`, such as `https://example.com`, are local; `local.absolute` means that the
 * path starts at the root.
 */
export function parseUrl(authorUrl: string, siteOrigin: string | undefined): ParsedUrl {
  const source = clean(authorUrl);
  if (source.startsWith('#')) return { kind: 'fragment', name: source.slice(1) };
  // A URL with a scheme is parsed without a base: `https:x` is a host, not a relative path.
  const url = SCHEME.test(source) ? URL.parse(source) : URL.parse(source, RELATIVE);
  if (url === null) return { kind: 'refused' };
  if (url.protocol === 'mailto:') return { kind: 'mail', href: lowerScheme(source) };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'refused' };
  const path = url.pathname + url.search + url.hash;
  if (url.origin === siteOrigin) return { kind: 'local', href: path, path, absolute: true };
  if (url.origin !== RELATIVE) {
    // Keeps the spelling of the author if it is unambiguous.
    const isUnambiguous = /^(?:https?:)?\/\/[^/\\]/i.test(source);
    return { kind: 'external', href: isUnambiguous ? lowerScheme(source) : url.href };
  }
  if (SUSPECT.test(source)) return { kind: 'refused' };
  return { kind: 'local', href: source, path, absolute: /^[/\\]/.test(source) };
}
