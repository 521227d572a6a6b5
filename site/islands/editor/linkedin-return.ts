import type { z } from 'zod';
import type { connectionChanged } from '#contracts/cross-post.ts';
import { ApiError, callApi } from '../../client/api-client.ts';

/** LinkedIn's parameters of the URL; `code` is null if the owner denied the connection. */
export interface LinkedinResponse {
  state: string;
  code: string | null;
}

/** Returns LinkedIn's response from the URL. LinkedIn redirects to the page of a new article. */
export function readLinkedinResponse(): LinkedinResponse | null {
  const search = new URLSearchParams(location.search);
  const state = search.get('state');
  const code = search.get('code');
  if (state === null || (code === null && !search.has('error'))) return null;
  return { state, code };
}

/**
 * Removes the response from the address bar and completes the connection.
 * @returns the API's message
 * @throws ApiError if the owner denied it or the API refuses
 */
export async function completeConnection({ state, code }: LinkedinResponse): Promise<string> {
  history.replaceState(history.state, '', location.pathname);
  if (code === null) {
    throw new ApiError('You denied access at LinkedIn. Nothing was changed.', {
      code: 'VALIDATION',
      status: 0,
    });
  }
  const { msg } = await callApi<z.infer<typeof connectionChanged>>(
    'POST',
    '/api/admin/connections/linkedin/finish',
    { body: { code, state }, retry: false },
  );
  return msg;
}
