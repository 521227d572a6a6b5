import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod';
import { type ErrorCode, type ErrorResponse, errorCatalogue } from '#contracts/errors.ts';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { usualHeaders } from '../publisher/site-headers.ts';
import { errorPageFor } from './error-page.ts';
import { apiPolicy } from './headers.ts';

/** Errors of Node's HTTP parser that say more than "malformed". */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Fastify's own refusals, by their code, in our words. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
};

/**
 * Converts errors to `{ msg, code }`, or to a page for browsers. 5xx errors are logged in full and
 * sent without details, with the request id.
 */
export const errorsPlugin = fastifyPlugin(
  async (app, { publisher }: AppContext) => {
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const domainError = translate(error) ?? new DomainError('INTERNAL', { cause: error });
      if (isFailure(domainError)) {
        const where = `${request.method} ${request.routeOptions.url ?? '?'}`;
        request.log.error({ err: domainError.cause ?? error, where }, 'unexpected error');
      }
      const isServerError = domainError.status >= 500;
      if (isServerError) reply.header('x-request-id', request.id);
      const isTemporary = isServerError || domainError.status === 429;
      const getsPage = expectsFormPage(request) || (wantsPage(request) && isTemporary);
      if (!getsPage) return sendError(reply, domainError);
      return sendErrorPage(request, withStatus(reply, domainError), domainError, publisher);
    });
  },
  { name: 'errors', dependencies: ['telemetry'] },
);

/** True for server errors, except intended temporary rejections. */
function isFailure({ status, cause }: DomainError): boolean {
  return status >= 500 && (status !== 503 || cause !== undefined);
}

function translate(error: FastifyError): DomainError | null {
  if (isStorageFull(error)) return new DomainError('STORAGE_FULL', { cause: error });
  if (error instanceof DomainError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error.validation);
  if (isResponseSerializationError(error)) return null;
  const code = frameworkCodes[error.code];
  if (code) return new DomainError(code);
  if (error.code?.startsWith('SQLITE_BUSY')) {
    return new DomainError('BUSY', { retryAfter: 1, cause: error });
  }
  if (error.statusCode === 429) return new DomainError('TOO_MANY_REQUESTS');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new DomainError('MALFORMED_REQUEST');
  }
  return null;
}

/** Codes of the file system and of SQLite for a disk or a quota that is full. */
const storageFullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** True if a full disk caused the error, however deep it is wrapped. */
function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && storageFullCodes.has(String(error.code))) return true;
  return isStorageFull(error.cause);
}

interface ValidationEntry {
  instancePath: string;
  message?: string | undefined;
  keyword: string;
  params?: unknown;
}

/** Converts validation errors: the first message becomes `msg`, and each field has its own. */
function fromValidation(entries: ValidationEntry[]): DomainError {
  const fields: Record<string, string> = {};
  for (const entry of entries) {
    const name = entry.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'request';
    fields[name] ??= entry.message ?? errorCatalogue.VALIDATION.msg;
  }
  return new DomainError('VALIDATION', { msg: Object.values(fields)[0], fields });
}

/** Responds with `{ msg, code }`, as data that no browser runs or stores. */
export function sendError(reply: FastifyReply, error: DomainError): FastifyReply {
  const body: ErrorResponse & Record<string, unknown> = {
    msg: error.message,
    code: error.code,
    ...(error.fields && { fields: error.fields }),
    ...error.details,
  };
  return withStatus(reply, error)
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-security-policy', apiPolicy)
    .serializer(JSON.stringify)
    .send(body);
}

function withStatus(reply: FastifyReply, error: DomainError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.ceil(error.retryAfter));
  return reply.status(error.status).header('cache-control', 'no-store');
}

export function notFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, new DomainError('NOT_FOUND'));
}

/** True if the client expects a page; others get JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && acceptsHtml(request);
}

const acceptsHtml = ({ headers }: FastifyRequest) => /\btext\/html\b/.test(headers.accept ?? '');

/** True for a body as a browser sends it for a form without JavaScript. */
export const isUrlencoded = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

/** True for a form that a browser sends without JavaScript and whose response it shows as a page. */
const expectsFormPage = (request: FastifyRequest) =>
  request.method === 'POST' && isUrlencoded(request) && acceptsHtml(request);

/** Sends an error page with advice and the request id. */
function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: DomainError,
  publisher: AppContext['publisher'],
): FastifyReply {
  const folder = publisher.liveFolder();
  const isForm = expectsFormPage(request);
  const page = errorPageFor(error, { isForm, id: request.id, folder });
  return reply
    .header('content-security-policy', page.policy)
    .header('content-type', 'text/html; charset=utf-8')
    .send(page.html);
}

/** Responds to bytes that Node cannot parse as a request and closes the connection. */
export function rejectUnparsedRequest(
  error: Error & { code?: string },
  socket: Socket,
  config: Pick<Config, 'siteUrl'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = codes[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const { status, msg } = errorCatalogue[code];
  const body = JSON.stringify({ msg, code });
  const headers = Object.entries({
    ...usualHeaders(config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`);
  }
  socket.destroy(error);
}
