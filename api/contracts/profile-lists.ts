/** Largest number of entries in a comma-separated list. */
export const ENTRIES_MAX = 30;

/**
 * Returns the entries of a comma-separated list, trimmed, without empty ones and duplicates. Entries of an array
 * are not split, because a URL can contain a comma.
 */
export function toEntries(written: string | readonly string[]): string[] {
  const parts = typeof written === 'string' ? written.split(',') : written;
  const entries = new Map<string, string>();
  for (const part of parts) {
    const entry = part.replace(/\s+/gu, ' ').trim();
    const key = entry.toLowerCase();
    if (entry !== '' && !entries.has(key)) entries.set(key, entry);
  }
  return [...entries.values()];
}

const scheme = /^[a-z][a-z0-9+.-]*:(?!\s)/i;
const host = /^([\p{L}\p{N}-]+\.)+(\p{L}{2,}|xn--[a-z\d-]+)$/iu;
const webUrl = /^https?:\/\/([^\s/?#@\\]+)([/?#][^\s\\]*)?$/i;

/**
 * Returns a typed URL with its scheme, or null. Accepts http and https with a host name and without
 * a password, and also `example.org`.
 */
export function toWebUrl(text: string): string | null {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const [, authority = '', rest = ''] = webUrl.exec(whole) ?? [];
  const name = authority.replace(/:\d{1,5}$/, '');
  if (!host.test(name)) return null;
  return `${whole.slice(0, whole.indexOf(':')).toLowerCase()}://${authority.toLowerCase()}${rest}`;
}

/** Returns true if a text looks like a URL of any scheme. */
export const hasScheme = (text: string) => scheme.test(text) || text.startsWith('//');
