import { type CallResult, getErrorMessage, getRetryAfter } from '../transport.ts';

/** Failure of a request or of its stream; the message is a sentence for the user. */
export class GenerationFailed extends Error {
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

type Answered = Extract<CallResult, { kind: 'answered' }>;

/** Documented error body of a service. */
export interface ServiceError {
  message: string;
  code: string;
  /** The parameter it is about. */
  param: string;
}

/** Reads the body of a refusal, whatever it holds. */
export function errorOf(body: unknown): ServiceError {
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
export function refusalOf(answer: Answered, host: string, model: string): GenerationFailed {
  const { status } = answer;
  const { message, code } = errorOf(answer.body);
  const said = message === '' ? '.' : `: “${message}”`;
  const retryAfter = getRetryAfter(answer);
  const fail = (reason: string) => new GenerationFailed(reason, { free: true, retryAfter });
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
  return fail(`${host} rejected the request (${status})${said}`);
}
