/** Two years, in seconds. */
const HSTS_AGE_S = 63_072_000;

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

/** Returns the headers of every response. */
export function usualHeaders({ siteUrl }: { siteUrl: string }): Record<string, string> {
  if (!siteUrl.startsWith('https:')) return commonHeaders;
  return { ...commonHeaders, 'strict-transport-security': `max-age=${HSTS_AGE_S}` };
}

/** CSP directive that browsers ignore in a `<meta>` element, so it is sent as a header. */
export const FRAME_POLICY = "frame-ancestors 'none'";

/** For files whose name changes with their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For pages: browsers revalidate them each time and get 304 while they are unchanged. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';
/** For avatars: a deleted avatar must not stay in caches for long. */
const ONE_DAY = 'public, max-age=86400, immutable';

/** Cache rules by folder, the most specific first. */
export const cacheRules: readonly { folder: string; rule: string }[] = [
  { folder: '/media/avatars/', rule: ONE_DAY },
  { folder: '/media/', rule: IMMUTABLE },
  { folder: '/_assets/', rule: IMMUTABLE },
  { folder: '/fonts/', rule: IMMUTABLE },
];

/** Returns the `cache-control` header of a file of a release. */
export const cacheRule = (path: string): string =>
  cacheRules.find(({ folder }) => path.startsWith(folder))?.rule ?? REVALIDATE;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.pdf': 'application/pdf',
};

export const listContentTypes = () => Object.entries(contentTypes);

export const contentTypeOf = (extension: string): string =>
  contentTypes[extension] ?? 'application/octet-stream';
