import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
} from 'fastify-type-provider-zod';
import { type ErrorCode, type ErrorResponse, errorCatalogue } from '#contracts/errors.ts';
import { REQUEST_ID_PLACEHOLDER } from '#contracts/page.ts';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { escapeHtml } from '../escape-html.ts';
import { usualHeaders } from '../publisher/site-headers.ts';
import { apiPolicy } from './headers.ts';
import { staticFileOf } from './static-files.ts';

/** Errors of Node's HTTP parser that say more than "malformed". */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** The page of a release for what went wrong on our side; a proxy can show it in our place too. */
const SERVER_ERROR_FILE = '500.html';

interface ErrorPage {
  html: string;
  policy: string;
}

const style = `
:root{color-scheme:light dark;--paper:light-dark(#f6f1e6,#171512);--ink:light-dark(#1e1b16,#f3ecdd)}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;box-sizing:border-box;
background:var(--paper);color:var(--ink);font:400 1.25rem/1.5 Georgia,serif}
main{max-width:34rem;border-top:5px solid;padding-top:1.5rem}
h1{font:800 clamp(2.5rem,9vw,4.5rem)/.95 system-ui,sans-serif;letter-spacing:-.04em;margin:0 0 1rem}
p{margin:0 0 1rem}
a{display:inline-block;padding:.7rem 1.4rem;background:var(--ink);color:var(--paper);
font:600 1rem/1.2 system-ui,sans-serif;text-decoration:none;border-radius:2px}
a:focus-visible{outline:3px solid #d9442b;outline-offset:3px}
code{font:400 .875rem/1.5 ui-monospace,monospace}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

const plainPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const numberLine = (id: string) =>
  `<p><code>Error ID (please include it when you report this): ${id}</code></p>`;

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
  const ours = !isForm && (error.code === 'INTERNAL' || error.code === 'STORAGE_FULL');
  const page =
    (ours && folder !== null && releasePage(folder, request.id)) ||
    plainPage(isForm ? formTexts(error) : pageTexts(error, folder !== null), request.id);
  return reply
    .header('content-security-policy', page.policy)
    .header('content-type', 'text/html; charset=utf-8')
    .send(page.html);
}

/** @returns null when the release has no such page or the disk is what fails */
function releasePage(folder: string, id: string): ErrorPage | null {
  let body: Buffer;
  try {
    body = readFileSync(path.join(folder, SERVER_ERROR_FILE));
  } catch {
    // The error that led here is logged; the caller sends a plain page instead.
    return null;
  }
  const { contentSecurityPolicy } = staticFileOf(SERVER_ERROR_FILE, body);
  if (contentSecurityPolicy === null) return null;
  const html = body.toString().replace(REQUEST_ID_PLACEHOLDER, numberLine(id));
  return { html, policy: contentSecurityPolicy };
}

interface PageTexts {
  title: string;
  advice: string;
  /** Label of the link that requests the page again; a form has none, because that would not send it. */
  retryLabel?: string;
}

function pageTexts(error: DomainError, live: boolean): PageTexts {
  const retryLabel = 'Try again';
  if (error.code === 'TOO_MANY_REQUESTS') {
    const advice = 'Too many requests. Please wait a moment and try again.';
    return { title: 'Too many requests', advice, retryLabel };
  }
  if (error.status === 503 && !live) {
    const advice = 'This site is starting for the first time. It will be here in a few seconds.';
    return { title: 'One moment', advice, retryLabel };
  }
  return {
    title: 'Error 500',
    advice: `${error.message} Please try again in a moment.`,
    retryLabel,
  };
}

function formTexts(error: DomainError): PageTexts {
  const back = 'Go back in your browser: what you typed is still there.';
  const reason =
    error.code === 'UNSUPPORTED_MEDIA_TYPE'
      ? 'This form needs JavaScript, and its scripts did not load.'
      : error.message;
  const title = error.status >= 500 ? 'Error 500' : 'This form was not sent';
  return { title, advice: `${reason} ${back}` };
}

/** Built-in error page without resources, for the time before a release and for disk errors. */
function plainPage({ title, advice, retryLabel }: PageTexts, id: string): ErrorPage {
  const retryLink = retryLabel ? `<p><a href="">${retryLabel}</a></p>` : '';
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><meta name="robots" content="noindex"><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(advice)}</p>${retryLink}${numberLine(id)}</main></body></html>
`;
  return { html, policy: plainPolicy };
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
