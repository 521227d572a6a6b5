/** Milliseconds for a whole call; longer than Node takes to give up connecting. */
const PATIENCE_MS = 20_000;
/** Characters of an answer that are read. */
const ANSWER_MAX = 5_000_000;
/** Characters of a service's own words that are repeated. */
const WORDS_MAX = 200;
const USER_AGENT = 'personal-site';
const DAY_S = 86_400;

/** What became of a call. */
export type Answer =
  /** Not a byte of it can have arrived. */
  | { kind: 'unsent'; reason: string }
  /** It may have arrived. */
  | { kind: 'lost'; reason: string }
  | { kind: 'answered'; status: number; header(name: string): string | null; body: unknown };

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** With its slash. */
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON, or as a form. */
  body?: object | URLSearchParams;
}

/** What carries calls: the network, or what stands in for it in a test. */
export type Send = typeof fetch;

/** Speaks to one host. */
export type Transport = (call: Call) => Promise<Answer>;

/** Failures before a connection stood: names, routes, certificates. */
const unsentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT)/;

/**
 * The one way out to a service: a fixed host from the configuration, no redirect is followed, answers
 * are bounded, and a failure says whether the other side can have heard of it.
 */
export function createTransport(baseUrl: string, send: Send = fetch): Transport {
  const { host } = new URL(baseUrl);
  return async ({ method, path, headers, body }) => {
    let response: Response;
    try {
      response = await send(baseUrl + path, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': USER_AGENT,
          ...(body && !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch (error) {
      const code = codeOf(error);
      if (unsentCodes.test(code)) {
        return { kind: 'unsent', reason: `${host} could not be reached (${code}).` };
      }
      return { kind: 'lost', reason: `The connection to ${host} was lost (${code}).` };
    }
    const { status } = response;
    const header = (name: string) => response.headers.get(name);
    // What the status and the headers say holds, even when the rest does not arrive.
    return { kind: 'answered', status, header, body: await readJson(response) };
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name === 'TimeoutError' ? 'no answer in time' : error.name;
}

/** The body as JSON, or null for what is none, too long, or breaks off. */
async function readJson(response: Response): Promise<unknown> {
  try {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > ANSWER_MAX) return null;
    }
    return JSON.parse(text + decoder.decode());
  } catch {
    return null;
  }
}

/** Seconds that a service asks to wait, a day at most; null where it does not say. */
export function retryAfterOf(answer: Extract<Answer, { kind: 'answered' }>): number | null {
  const said = answer.header('retry-after');
  if (said === null) return null;
  const seconds = /^\d+$/.test(said.trim())
    ? Number(said)
    : Math.ceil((Date.parse(said) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), DAY_S) : null;
}

/** What a service says about an error, without what could fill a screen. */
export function wordsOf(body: unknown): string {
  const { error, message, errors, error_description } = (body ?? {}) as Record<string, unknown>;
  const first = Array.isArray(errors) ? (errors[0] as { message?: unknown })?.message : undefined;
  const said = [error_description, message, error, first].find((part) => typeof part === 'string');
  const words = String(said ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX - 1)}…` : words;
}
