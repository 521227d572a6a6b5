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
  type GenerationChunk,
  type GenerationFailedError,
  type TextGeneration,
} from './openai-client.ts';

const prompt = {
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
  Object.assign(service, {
    receivedRequests: [],
    faults: [],
    rejectedFields: [],
    pauses: false,
    left: 0,
  });
  timers.clear();
  generation = clientOf(service.url);
});

/** Callbacks of pending timers, which `letTimePass` runs. */
const timers = new Set<() => void>();
function after(_milliseconds: number, callback: () => void) {
  timers.add(callback);
  return () => void timers.delete(callback);
}
const letTimePass = () => {
  for (const callback of timers) callback();
};

const clientOf = (url: string) =>
  createTextGeneration({ url, key: service.key, model: 'gpt-3.5-turbo' }, after);

interface Collected {
  text: string;
  end: Extract<GenerationChunk, { kind: 'end' }> | null;
  failed: GenerationFailedError | null;
}

async function collect(
  client = generation,
  onText = () => {},
  stop?: AbortSignal,
): Promise<Collected> {
  const collected: Collected = { text: '', end: null, failed: null };
  try {
    for await (const chunk of client.generate(prompt, stop ?? new AbortController().signal)) {
      if (chunk.kind === 'end') collected.end = chunk;
      else {
        collected.text += chunk.text;
        onText();
      }
    }
  } catch (error) {
    collected.failed = error as GenerationFailedError;
  }
  return collected;
}

it('sends the documented request and streams text and usage', async () => {
  expect(await collect()).toEqual({
    text: 'Better words, in fewer of them.',
    end: { kind: 'end', cut: false, tokens: USED_TOKENS },
    failed: null,
  });
  expect(service.receivedRequests).toEqual([
    {
      model: 'gpt-3.5-turbo',
      messages: prompt.messages,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.7,
      max_tokens: 64,
    },
  ]);
});

it('adapts the request to newer models and older services, and remembers the format', async () => {
  service.rejectedFields = ['max_tokens', 'temperature', 'stream_options'];
  expect((await collect()).text).toBe('Better words, in fewer of them.');
  expect(service.receivedRequests).toHaveLength(4);
  await collect();
  expect(service.receivedRequests.at(-1)).toEqual({
    model: 'gpt-3.5-turbo',
    messages: prompt.messages,
    stream: true,
    max_completion_tokens: 64,
  });
  expect(service.receivedRequests).toHaveLength(5);
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
    const collected = await collect(
      generation,
      fault === 'silent in the middle' ? letTimePass : undefined,
    );
    expect(collected.text).toBe(text);
    expect(collected.end?.cut).toBe(reason ? undefined : fault === 'too long');
    if (reason) expect(collected.failed?.message).toMatch(reason);
    expect(collected.failed?.free ?? false).toBe(free);
    // The error message never contains the key.
    expect(collected.failed?.message ?? '').not.toContain(service.key);
  });
});

it('applies the timeout to the first chunk, too', async () => {
  service.faults = ['silent'];
  const collected = collect();
  await until('the service gets a request', () => service.receivedRequests.length === 1);
  letTimePass();
  expect((await collected).failed?.message).toMatch(/sent nothing for 15 seconds/);
});

it('returns the Retry-After time of the service', async () => {
  service.faults = ['429'];
  expect((await collect()).failed?.retryAfter).toBe(20);
});

it('handles an unreachable service and an endless response', async () => {
  expect((await collect(clientOf('http://127.0.0.1:9/v1'))).failed?.message).toMatch(/was lost/);
  service.faults = ['endless'];
  expect((await collect()).failed?.message).toMatch(/endless response/);
  await until('the call is over there, too', () => service.left === 1);
});

it('aborts the request when it is cancelled, without further events', async () => {
  service.pauses = true;
  const stop = new AbortController();
  const collected = await collect(generation, () => stop.abort(), stop.signal);
  expect(collected).toEqual({ text: 'Better ', end: null, failed: null });
  await until('the call is over there, too', () => service.left === 1);
  service.goOn();
});

it('aborts the request when the consumer stops reading', async () => {
  service.pauses = true;
  for await (const chunk of generation.generate(prompt, new AbortController().signal)) {
    expect(chunk).toEqual({ kind: 'text', text: 'Better ' });
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
      async function* chunks() {
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = cuts[turn % cuts.length] ?? 1;
          yield bytes.subarray(at, at + size);
          at += size;
        }
      }
      const read: string[] = [];
      for await (const one of eventsOf(chunks())) read.push(one);
      expect(read).toEqual(written);
    }),
  );
});
