import { errorOfConnection, errorOfResponse } from './storage-error.ts';

/** Service that deletes files from the cache of a CDN. */
export interface CdnPurgeOptions {
  url: string;
  /** Bearer token, or null if the service needs none. */
  token: string | null;
}

const TIMEOUT_MS = 20_000;
/** URLs per request; Cloudflare refuses more. */
const URLS_MAX = 30;
/** URLs from which on the whole cache is deleted instead. */
export const PURGE_EVERYTHING_FROM = 300;

/** Deletes URLs from the cache of a CDN, with the request of Cloudflare's API. @throws StorageError */
export async function purgeCdn(
  { url, token }: CdnPurgeOptions,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (urls.length >= PURGE_EVERYTHING_FROM) return post({ purge_everything: true });
  for (let start = 0; start < urls.length; start += URLS_MAX) {
    await post({ files: urls.slice(start, start + URLS_MAX) });
  }

  async function post(body: object): Promise<void> {
    const place = `The cache at ${new URL(url).host}`;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      const { status, headers } = response;
      if (!response.ok) throw errorOfResponse(place, { status, headers, body: '' });
    } catch (error) {
      throw errorOfConnection(place, error);
    }
  }
}
