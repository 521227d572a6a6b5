import type { z } from 'zod';
import type { HelperEvent, HelperResponse, helperRequest } from '#contracts/helper.ts';
import { callApi, openApi } from '../../../client/api-client.ts';

export type HelperRequest = z.input<typeof helperRequest>;

/** Timeout of a whole response, in milliseconds; longer than that of the server. */
const TIMEOUT_MS = 150_000;

export const readHelper = (): Promise<HelperResponse> => callApi('GET', '/api/admin/helper');

/**
 * Yields the events of a response as they arrive; the last one has the outcome.
 * @throws ApiError if the request fails before the first event
 */
export async function* streamProposal(
  body: HelperRequest,
  signal: AbortSignal,
): AsyncGenerator<HelperEvent> {
  const options = { body, signal, timeout: TIMEOUT_MS, headers: { accept: 'text/event-stream' } };
  const response = await openApi('POST', '/api/admin/helper', options);
  let rest = '';
  let ended = false;
  try {
    for await (const text of readText(response)) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const event = JSON.parse(frame.replace(/^data: /, '')) as HelperEvent;
        ended = event.type !== 'text';
        yield event;
      }
    }
  } catch (error) {
    // Aborted by the caller.
    if (signal.aborted) return;
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
  if (!ended && !signal.aborted) {
    const reason = 'The connection to this site broke off.';
    yield { type: 'failed', msg: 'Error in AI', reason };
  }
}

async function* readText(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Leaving the loop early aborts the request.
    await reader.cancel().catch(() => undefined);
  }
}
