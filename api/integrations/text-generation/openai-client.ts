import { z } from 'zod';
import { type CallResult, getErrorMessage, getRetryAfter } from '../transport.ts';

/** Failure of a request or of its stream; the message is a sentence for the user. */
export class GenerationFailedError extends Error {
  /** True if the service has certainly not charged the request. */
  readonly free: boolean;
  /** Seconds of Retry-After, if the service sends it. */
  readonly retryAfter: number | null;

  constructor(reason: string, more: { free?: boolean; retryAfter?: number | null } = {}) {
    super(reason);
    this.free = more.free ?? false;
    this.retryAfter = more.retryAfter ?? null;
  }
}

type ErrorResponse = Extract<CallResult, { kind: 'responded' }>;

/** Documented error body of a service. */
interface ServiceError {
  message: string;
  code: string;
  /** The parameter it is about. */
  param: string;
}

/** Returns the error code and parameter in the body of an error response. Accepts any body. */
function errorOf(body: unknown): ServiceError {
  const { error } = (body ?? {}) as { error?: unknown };
  const { code, param } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    param?: unknown;
  };
  return {
    message: getErrorMessage(typeof error === 'object' ? error : body),
    code: typeof code === 'string' ? code : '',
    param: typeof param === 'string' ? param : '',
  };
}

const isUnknownModel = (code: string) =>
  code.includes('model') && /not_found|deprecated/.test(code);

/** Returns a message with advice for an error response. */
function refusalOf(result: ErrorResponse, host: string, model: string): GenerationFailedError {
  const { status } = result;
  const { message, code } = errorOf(result.body);
  const detail = message === '' ? '.' : `: “${message}”`;
  const retryAfter = getRetryAfter(result);
  const fail = (reason: string) => new GenerationFailedError(reason, { free: true, retryAfter });
  if (status === 401 || status === 403) {
    return fail(`${host} rejected the key in TEXT_GENERATION_KEY (${status}).`);
  }
  if (status === 404 || status === 410 || isUnknownModel(code)) {
    return fail(
      `${host} has no model “${model}” for this key. Set another one in TEXT_GENERATION_MODEL.`,
    );
  }
  if (code === 'insufficient_quota') return fail(`The account at ${host} has no credit left.`);
  if (status === 429) return fail(`${host} received too many requests (429).`);
  if (status >= 500) return fail(`${host} has a problem (${status}).`);
  return fail(`${host} rejected the request (${status})${detail}`);
}

/** Maximum characters of an event. */
const EVENT_MAX = 200_000;

/** The response is not a valid event stream. */
class MalformedStreamError extends Error {}

/** Timeout in milliseconds for the first and for each further chunk of a response. */
const SILENCE_MS = 15_000;
/** Milliseconds that a whole response may take. */
const WHOLE_MS = 120_000;
/** Maximum characters of a response; the limit in tokens is reached long before. */
const RESPONSE_MAX = 100_000;
/** Characters of a refusal that are read. */
const REFUSAL_MAX = 20_000;
/** Times that one question is put in another way. */
const FORMS_MAX = 4;

/** A service that speaks the chat completions of OpenAI. */
export interface TextGenerationOptions {
  /** With its version, without a slash at its end: `https://api.openai.com/v1`. */
  url: string;
  /** Null turns text generation off. */
  key: string | null;
  model: string;
}

export interface Prompt {
  messages: { role: 'system' | 'user'; content: string }[];
  temperature: number;
  maxTokens: number;
}

export type GenerationChunk =
  | { kind: 'text'; text: string }
  /** `tokens`: total usage including the prompt, if the service reports it. */
  | { kind: 'end'; cut: boolean; tokens: number | null };

/** Asks a service for text. */
export interface TextGeneration {
  /**
   * Streams the response. Leaving the loop aborts the request; so does `signal`, without an error.
   * @throws GenerationFailedError
   */
  generate(prompt: Prompt, signal: AbortSignal): AsyncGenerator<GenerationChunk>;
}

const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z.object({ total_tokens: z.int().min(0) }).nullish(),
});

/** Parameters that a model may reject, with the alternative request. */
const forms = {
  /** Newer models of some vendors have another name for it. */
  max_tokens: ({ max_tokens, ...body }: Body) => ({ ...body, max_completion_tokens: max_tokens }),
  temperature: ({ temperature: _, ...body }: Body) => body,
  stream_options: ({ stream_options: _, ...body }: Body) => body,
} as const;
type Form = keyof typeof forms;
type Body = Record<string, unknown>;

/** Calls a function later. @returns a function that cancels it */
function afterAWhile(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** Creates the transport to the service: a fixed host, no redirects, and a timeout per chunk. */
export function createTextGeneration(
  { url, key, model }: TextGenerationOptions,
  after = afterAWhile,
): TextGeneration {
  const { host } = new URL(url);
  /** Parameters that this model has rejected since the start. */
  const refused = new Set<Form>();

  function bodyOf({ messages, temperature, maxTokens }: Prompt): Body {
    let body: Body = {
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
      temperature,
      max_tokens: maxTokens,
    };
    for (const form of refused) body = forms[form](body);
    return body;
  }

  async function open(prompt: Prompt, signal: AbortSignal): Promise<Response> {
    for (let round = 1; ; round += 1) {
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'user-agent': 'personal-site',
        },
        body: JSON.stringify(bodyOf(prompt)),
        redirect: 'manual',
        signal,
      });
      if (response.ok) return response;
      const body = await readRefusal(response);
      const form = response.status === 400 ? formAgainst(body) : undefined;
      if (form && !refused.has(form) && round < FORMS_MAX) {
        refused.add(form);
        continue;
      }
      const header = (name: string) => response.headers.get(name);
      const result = { kind: 'responded' as const, status: response.status, header, body };
      throw refusalOf(result, host, model);
    }
  }

  async function* generate(prompt: Prompt, signal: AbortSignal): AsyncGenerator<GenerationChunk> {
    const quiet = new AbortController();
    const startTimer = () => after(SILENCE_MS, () => quiet.abort());
    let stopTimer = startTimer();
    const restartTimer = () => {
      stopTimer();
      stopTimer = startTimer();
    };
    const long = AbortSignal.timeout(WHOLE_MS);
    try {
      const signals = AbortSignal.any([signal, quiet.signal, long]);
      const response = await open(prompt, signals);
      yield* chunksOf(response, host, restartTimer);
    } catch (error) {
      if (error instanceof GenerationFailedError) throw error;
      // The consumer has stopped reading.
      if (signal.aborted) return;
      if (quiet.signal.aborted) {
        throw new GenerationFailedError(`${host} sent nothing for ${SILENCE_MS / 1000} seconds.`);
      }
      if (long.aborted) throw new GenerationFailedError(`${host} sent an endless response.`);
      if (error instanceof MalformedStreamError) {
        throw new GenerationFailedError(`${host} sent an unreadable response.`);
      }
      throw new GenerationFailedError(
        `The connection to ${host} was lost (${lostConnectionCodeOf(error)}).`,
      );
    } finally {
      stopTimer();
      // A consumer that stops early does not need the rest.
      quiet.abort();
    }
  }
  return { generate };
}

async function* chunksOf(response: Response, host: string, restartTimer: () => void) {
  let length = 0;
  let tokens: number | null = null;
  let finished: string | null = null;
  async function* listened(): AsyncGenerator<Uint8Array> {
    for await (const bytes of response.body ?? []) {
      restartTimer();
      yield bytes;
    }
  }
  for await (const data of eventsOf(listened())) {
    if (data.trim() === '[DONE]') {
      yield { kind: 'end', cut: finished === 'length', tokens } satisfies GenerationChunk;
      return;
    }
    const { choices, usage } = readChunk(data, host);
    tokens = usage?.total_tokens ?? tokens;
    const [choice] = choices;
    finished = choice?.finish_reason ?? finished;
    const text = choice?.delta?.content ?? '';
    length += text.length;
    if (length > RESPONSE_MAX) throw new GenerationFailedError(`${host} sent an endless response.`);
    if (text !== '') yield { kind: 'text', text } satisfies GenerationChunk;
  }
  // Some services omit the last line; a response with a finish reason is complete.
  if (finished === null)
    throw new GenerationFailedError(`${host} stopped in the middle of the response.`);
  yield { kind: 'end', cut: finished === 'length', tokens } satisfies GenerationChunk;
}

function readChunk(data: string, host: string): z.infer<typeof chunk> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new MalformedStreamError();
  }
  if (typeof value === 'object' && value !== null && 'error' in value) {
    throw new GenerationFailedError(`${host} stopped with an error: “${errorOf(value).message}”`);
  }
  const parsed = chunk.safeParse(value);
  if (!parsed.success) throw new MalformedStreamError();
  return parsed.data;
}

/** Returns the optional parameter that the service rejected, if any. */
function formAgainst(body: unknown): Form | undefined {
  const { param, message, code } = errorOf(body);
  if (
    !/unsupported|not supported|unknown|unrecogni|extra|not permitted/i.test(`${code} ${message}`)
  )
    return;
  return (Object.keys(forms) as Form[]).find((name) => param === name || message.includes(name));
}

async function readRefusal(response: Response): Promise<unknown> {
  try {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > REFUSAL_MAX) return null;
    }
    return JSON.parse(text);
  } catch {
    // An unreadable error body: the status is sufficient.
    return null;
  }
}

function lostConnectionCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

/**
 * Parses the `data` of server-sent events from chunks of any size. Text after the last blank line
 * is ignored as incomplete.
 * @throws MalformedStreamError if an event exceeds the size limit
 */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    if (rest.length > EVENT_MAX) throw new MalformedStreamError();
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
