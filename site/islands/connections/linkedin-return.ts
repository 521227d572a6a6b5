import type { z } from 'zod';
import type { connectionChanged } from '#contracts/cross-post.ts';
import { ApiError, callApi } from '../../lib/api-client.ts';
import { element } from '../../lib/search/elements.ts';

/** What LinkedIn put into the address. */
interface CameBack {
  state: string;
  code: string | null;
}

/**
 * The answer of LinkedIn, which leads to the documented address of a new article. It leaves the
 * address bar before anything else is done.
 */
export function takeLinkedinAnswer(): CameBack | null {
  const search = new URLSearchParams(location.search);
  const state = search.get('state');
  const code = search.get('code');
  if (state === null || (code === null && !search.has('error'))) return null;
  history.replaceState(history.state, '', location.pathname);
  return { state, code };
}

/** Hands the answer to the API, and says above `place` what came of it. */
export async function hearLinkedin({ state, code }: CameBack, place: HTMLElement): Promise<void> {
  if (code === null) {
    tell(place, 'alert', 'You did not allow it at LinkedIn, so nothing has changed here.');
    return;
  }
  try {
    const { msg } = await callApi<z.infer<typeof connectionChanged>>(
      'POST',
      '/api/admin/connections/linkedin/finish',
      { body: { code, state }, retry: false },
    );
    tell(place, 'status', msg);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell(place, 'alert', error.message);
  }
}

function tell(place: HTMLElement, role: 'status' | 'alert', sentence: string): void {
  place.before(
    element(
      'p',
      { class: `notice connection-return${role === 'alert' ? ' notice--warning' : ''}`, role },
      `${sentence} `,
      element('a', { href: '/admin/connections' }, 'Show the connections'),
    ),
  );
}
