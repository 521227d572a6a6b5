/**
 * Creates a redirect page for hosts that cannot respond with 301; the server reads its target and
 * responds with 301.
 */
export function writeRedirectPage(target: string, origin: string): string {
  const url = escapeAttribute(encodeURI(target));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${url}"><link rel="canonical" href="${escapeAttribute(origin)}${url}"><meta name="robots" content="noindex"><title>Moved</title></head><body><p>This page is now at <a href="${url}">${url}</a>.</p></body></html>\n`;
}

const redirectPattern =
  /^<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=([^"]{1,2000})">/;
const REDIRECT_MAX_BYTES = 8192;

/** Returns the target of a redirect page, or null for other pages. */
export function readRedirectPage(body: Buffer): string | null {
  if (body.length > REDIRECT_MAX_BYTES) return null;
  const target = redirectPattern.exec(body.toString('utf8'))?.[1];
  return target ? target.replaceAll('&quot;', '"').replaceAll('&amp;', '&') : null;
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
