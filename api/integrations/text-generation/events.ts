/** Characters that one event may have; more is no answer but a fault. */
const EVENT_MAX = 200_000;

/** What came is no stream of events. */
export class MalformedStream extends Error {}

/**
 * The `data` of server-sent events, however the bytes are cut. What stands after the last blank line
 * is no event: it was not sent to its end.
 * @throws MalformedStream for an event that never ends
 */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    if (rest.length > EVENT_MAX) throw new MalformedStream();
    // A carriage return at the end may be the first half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).replace(/^ /, ''));
      }
    }
  }
}
