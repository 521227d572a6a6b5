import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type GenerationFault,
  type GenerationService,
  startTextGeneration,
  USED_TOKENS,
} from '../../testing/text-generation.ts';
import { until } from '../../testing/until.ts';
import {
  createTextGeneration,
  eventsOf,
  type GenerationFailed,
  type Piece,
  type TextGeneration,
} from './client.ts';

const question = {
  messages: [{ role: 'user' as const, content: 'Say it better.' }],
  temperature: 0.7,
  maxTokens: 64,
};

let service: GenerationService;
let generation: TextGeneration;
beforeAll(async () => {
  service = await startTextGeneration();
});
afterAll(() => service.close());
beforeEach(() => {
  Object.assign(service, { asked: [], faults: [], refuses: [], pauses: false, left: 0 });
  timers.clear();
  generation = clientOf(service.url);
});

/** What waits for its time, which comes when a test says so. */
const timers = new Set<() => void>();
function after(_milliseconds: number, act: () => void) {
  timers.add(act);
  return () => void timers.delete(act);
}
const letTimePass = () => {
  for (const act of timers) act();
};

const clientOf = (url: string) =>
  createTextGeneration({ url, key: service.key, model: 'gpt-3.5-turbo' }, { after });

interface Heard {
  text: string;
  end: Extract<Piece, { kind: 'end' }> | null;
  failed: GenerationFailed | null;
}

async function hear(client = generation, onText = () => {}, stop?: AbortSignal): Promise<Heard> {
  const heard: Heard = { text: '', end: null, failed: null };
  try {
    for await (const piece of client.ask(question, stop ?? new AbortController().signal)) {
      if (piece.kind === 'end') heard.end = piece;
      else {
        heard.text += piece.text;
        onText();
      }
    }
  } catch (error) {
    heard.failed = error as GenerationFailed;
  }
  return heard;
}

it('sends the documented request and streams text and usage', async () => {
  expect(await hear()).toEqual({
    text: 'Better words, in fewer of them.',
    end: { kind: 'end', cut: false, tokens: USED_TOKENS },
    failed: null,
  });
  expect(service.asked).toEqual([
    {
      model: 'gpt-3.5-turbo',
      messages: question.messages,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.7,
      max_tokens: 64,
    },
  ]);
});

it('adapts the request to newer models and older services, and remembers the format', async () => {
  service.refuses = ['max_tokens', 'temperature', 'stream_options'];
  expect((await hear()).text).toBe('Better words, in fewer of them.');
  expect(service.asked).toHaveLength(4);
  await hear();
  expect(service.asked.at(-1)).toEqual({
    model: 'gpt-3.5-turbo',
    messages: question.messages,
    stream: true,
    max_completion_tokens: 64,
  });
  expect(service.asked).toHaveLength(5);
});

describe.each<[GenerationFault, { text?: string; reason?: RegExp; free?: boolean }]>([
  ['too long', { text: 'Better words, in fewer of them.' }],
  ['no usage', { text: 'Better words, in fewer of them.' }],
  ['cut after the finish', { text: 'Better words, in fewer of them.' }],
  ['silent in the middle', { text: 'Better ', reason: /sent nothing for 15 seconds/ }],
  ['cut', { text: 'Better ', reason: /was lost/ }],
  ['malformed', { text: 'Better ', reason: /unreadable response/ }],
  ['error in the stream', { text: 'Better ', reason: /stopped with an error: “Overloaded”/ }],
  ['redirect', { reason: /rejected the request \(302\)/, free: true }],
  ['401', { reason: /rejected the key in TEXT_GENERATION_KEY/, free: true }],
  [
    '404 model',
    { reason: /no model “gpt-3.5-turbo” for this key.*TEXT_GENERATION_MODEL/, free: true },
  ],
  ['429', { reason: /too many requests/, free: true }],
  ['429 quota', { reason: /no credit left/, free: true }],
  ['400', { reason: /rejected the request \(400\): “This is no good.”/, free: true }],
  ['500', { reason: /has a problem \(500\)/, free: true }],
])('when the response is %s', (fault, { text = '', reason, free = false }) => {
  it('returns the received text and the reason of the end', async () => {
    service.faults = [fault];
    const heard = await hear(
      generation,
      fault === 'silent in the middle' ? letTimePass : undefined,
    );
    expect(heard.text).toBe(text);
    expect(heard.end?.cut).toBe(reason ? undefined : fault === 'too long');
    if (reason) expect(heard.failed?.message).toMatch(reason);
    expect(heard.failed?.free ?? false).toBe(free);
    // No secret is repeated, whatever the service says.
    expect(heard.failed?.message ?? '').not.toContain(service.key);
  });
});

it('applies the timeout to the first chunk, too', async () => {
  service.faults = ['silent'];
  const heard = hear();
  await until('the service is asked', () => service.asked.length === 1);
  letTimePass();
  expect((await heard).failed?.message).toMatch(/sent nothing for 15 seconds/);
});

it('returns the Retry-After time of the service', async () => {
  service.faults = ['429'];
  expect((await hear()).failed?.retryAfter).toBe(20);
});

it('handles an unreachable service and an endless response', async () => {
  expect((await hear(clientOf('http://127.0.0.1:9/v1'))).failed?.message).toMatch(/was lost/);
  service.faults = ['endless'];
  expect((await hear()).failed?.message).toMatch(/endless response/);
  await until('the call is over there, too', () => service.left === 1);
});

it('aborts the request when it is cancelled, without further events', async () => {
  service.pauses = true;
  const stop = new AbortController();
  const heard = await hear(generation, () => stop.abort(), stop.signal);
  expect(heard).toEqual({ text: 'Better ', end: null, failed: null });
  await until('the call is over there, too', () => service.left === 1);
  service.goOn();
});

it('aborts the request when the consumer stops reading', async () => {
  service.pauses = true;
  for await (const piece of generation.ask(question, new AbortController().signal)) {
    expect(piece).toEqual({ kind: 'text', text: 'Better ' });
    break;
  }
  await until('the call is over there, too', () => service.left === 1);
  service.goOn();
});

it('parses the same events for any chunks and line endings', async () => {
  const data = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  const end = fc.constantFrom('\n', '\r\n', '\r');
  await fc.assert(
    fc.asyncProperty(data, sizes, end, async (texts, cuts, lineEnd) => {
      const written = texts.map((one) => JSON.stringify(one));
      const lines = written.map((one) => `: note${lineEnd}data: ${one}${lineEnd}${lineEnd}`);
      const bytes = new TextEncoder().encode(`${lines.join('')}data: unfinished`);
      async function* pieces() {
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          yield bytes.subarray(at, at + size);
          at += size;
        }
      }
      const read: string[] = [];
      for await (const one of eventsOf(pieces())) read.push(one);
      expect(read).toEqual(written);
    }),
  );
});
