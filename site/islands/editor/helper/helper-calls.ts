import type { z } from 'zod';
import type { HelperEvent, HelperResponse, helperRequest } from '#contracts/helper.ts';
import { callApi, openApi } from '../../../client/api-client.ts';

export type HelperQuestion = z.input<typeof helperRequest>;

/** Milliseconds for a whole answer; the server ends one before. */
const PATIENCE_MS = 150_000;

export const readHelper = (): Promise<HelperResponse> => callApi('GET', '/api/admin/helper');

/**
 * The answer as it comes; the last event says how it ended.
 * @throws ApiError when it does not even begin
 */
export async function* askHelper(
  body: HelperQuestion,
  signal: AbortSignal,
): AsyncGenerator<HelperEvent> {
  const options = { body, signal, timeout: PATIENCE_MS, headers: { accept: 'text/event-stream' } };
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
    // Whoever stops it knows.
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
    // Leaving before the end is ending it.
    await reader.cancel().catch(() => undefined);
  }
}
