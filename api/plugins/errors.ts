import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod';
import { type ErrorCode, type ErrorResponse, errorCatalogue } from '#contracts/errors.ts';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { sendErrorPage, wantsPage } from './error-page.ts';
import { apiPolicy } from './headers.ts';

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
      const answer = translate(error) ?? new DomainError('INTERNAL', { cause: error });
      if (isFailure(answer)) {
        const where = `${request.method} ${request.routeOptions.url ?? '?'}`;
        request.log.error({ err: answer.cause ?? error, where }, 'unexpected error');
      }
      if (answer.status < 500 && answer.status !== 429) return sendError(reply, answer);
      if (answer.status >= 500) reply.header('x-request-id', request.id);
      if (!wantsPage(request)) return sendError(reply, answer);
      return sendErrorPage(request, withStatus(reply, answer), answer, publisher);
    });
  },
  { name: 'errors', dependencies: ['outside'] },
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

/** Answers with `{ msg, code }`, as data that no browser runs or stores. */
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
