/** Maximum characters of an event. */
const EVENT_MAX = 200_000;

/** The response is not a valid event stream. */
export class MalformedStream extends Error {}

/**
 * Parses the `data` of server-sent events from chunks of any size. Text after the last blank line
 * is ignored as incomplete.
 * @throws MalformedStream if an event exceeds the size limit
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
