/** Entries of a comma list at most. */
export const ENTRIES_MAX = 30;

/**
 * The entries of a comma list: trimmed, without blanks, each once. An array comes as it is, since an
 * address may hold a comma.
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
const address = /^https?:\/\/([^\s/?#@\\]+)([/?#][^\s\\]*)?$/i;

/**
 * The address that somebody means, with its scheme, or null: http and https alone, a named host, no
 * password. `example.org` is one too.
 */
export function webAddress(text: string): string | null {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const [, authority = '', rest = ''] = address.exec(whole) ?? [];
  const name = authority.replace(/:\d{1,5}$/, '');
  if (!host.test(name)) return null;
  return `${whole.slice(0, whole.indexOf(':')).toLowerCase()}://${authority.toLowerCase()}${rest}`;
}

/** Whether a text claims to be an address of some kind, whichever. */
export const hasScheme = (text: string) => scheme.test(text) || text.startsWith('//');
