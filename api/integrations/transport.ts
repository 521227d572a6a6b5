/** Time limit per request, in milliseconds; longer than Node's connection timeout. */
const TIMEOUT_MS = 20_000;
/** Maximum characters of a response. */
const RESPONSE_MAX = 5_000_000;
/** Maximum characters of a service's error message. */
const ERROR_MESSAGE_MAX = 200;
const USER_AGENT = 'personal-site';
const DAY_S = 86_400;

export type CallResult =
  /** The request was not sent. */
  | { kind: 'unsent'; reason: string }
  /** The request may have arrived. */
  | { kind: 'lost'; reason: string }
  | { kind: 'responded'; status: number; header(name: string): string | null; body: unknown };

export interface Call {
  method: 'GET' | 'POST' | 'PUT';
  /** Begins with a slash. */
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON or as a form. */
  body?: object | URLSearchParams;
}

/** Function that sends requests; tests replace it. */
export type Send = typeof fetch;

/** Sends requests to one host. */
export type Transport = (call: Call) => Promise<CallResult>;

/** Errors before a connection was established: DNS, routing, certificates. */
const unsentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT)/;

/**
 * Creates the transport to a fixed host: follows no redirects, limits responses, and tells if a
 * failed request may have arrived.
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
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      const code = requestErrorCodeOf(error);
      if (unsentCodes.test(code)) {
        return { kind: 'unsent', reason: `${host} could not be reached (${code}).` };
      }
      return { kind: 'lost', reason: `The connection to ${host} was lost (${code}).` };
    }
    const { status } = response;
    const header = (name: string) => response.headers.get(name);
    // Status and headers are valid even if the body is incomplete.
    return { kind: 'responded', status, header, body: await readJsonBody(response) };
  };
}

function requestErrorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name === 'TimeoutError' ? 'no response in time' : error.name;
}

/** Returns the body as JSON, or null if it is invalid, too long or incomplete. */
async function readJsonBody(response: Response): Promise<unknown> {
  try {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > RESPONSE_MAX) return null;
    }
    return JSON.parse(text + decoder.decode());
  } catch {
    return null;
  }
}

/** Returns the requested delay in seconds, at most a day, or null if there is none. */
export function getRetryAfter(result: Extract<CallResult, { kind: 'responded' }>): number | null {
  const value = result.header('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value.trim())
    ? Number(value)
    : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), DAY_S) : null;
}

/** Returns the error message of a service, shortened. */
export function getErrorMessage(body: unknown): string {
  const { error, message, errors, error_description } = (body ?? {}) as Record<string, unknown>;
  const first = Array.isArray(errors) ? (errors[0] as { message?: unknown })?.message : undefined;
  const raw = [error_description, message, error, first].find((part) => typeof part === 'string');
  const text = String(raw ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text.length > ERROR_MESSAGE_MAX ? `${text.slice(0, ERROR_MESSAGE_MAX - 1)}…` : text;
}

/** Reads the body of a response. @throws Error if it exceeds the size limit */
export async function readBounded(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
