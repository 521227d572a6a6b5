import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_MARK } from '#contracts/page.ts';
import type { AppContext } from '../context.ts';
import type { DomainError } from '../errors.ts';
import { staticFileOf } from './static-files.ts';

/** The page of a release for what went wrong on our side; a proxy can show it in our place too. */
const SERVER_ERROR_FILE = '500.html';

/** True if the client expects a page; others get JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** Sends an error page with advice and the request id. */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: DomainError,
  publisher: AppContext['publisher'],
): FastifyReply {
  const folder = publisher.liveFolder();
  const ours = error.code === 'INTERNAL' || error.code === 'STORAGE_FULL';
  const page =
    (ours && folder !== null && releasePage(folder, request.id)) ||
    plainPage(...wordsFor(error, folder !== null), request.id);
  return reply
    .header('content-security-policy', page.policy)
    .header('content-type', 'text/html; charset=utf-8')
    .send(page.html);
}

interface ErrorPage {
  html: string;
  policy: string;
}

/** @returns null when the release has no such page or the disk is what fails */
function releasePage(folder: string, id: string): ErrorPage | null {
  let body: Buffer;
  try {
    body = readFileSync(path.join(folder, SERVER_ERROR_FILE));
  } catch {
    // The error that led here is logged; this page has a stand-in.
    return null;
  }
  const { contentSecurityPolicy } = staticFileOf(SERVER_ERROR_FILE, body);
  if (contentSecurityPolicy === null) return null;
  const html = body.toString().replace(REQUEST_ID_MARK, numberLine(id));
  return { html, policy: contentSecurityPolicy };
}

function wordsFor(error: DomainError, live: boolean): [title: string, sentence: string] {
  if (error.code === 'TOO_MANY_REQUESTS') {
    return ['Too many requests', 'Too many requests. Please wait a moment and try again.'];
  }
  if (error.status === 503 && !live) {
    return [
      'One moment',
      'This site is starting for the first time. It will be here in a few seconds.',
    ];
  }
  return ['Error 500', `${error.message} Please try again in a moment.`];
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

/** Built-in error page without resources, for the time before a release and for disk errors. */
function plainPage(title: string, sentence: string, id: string): ErrorPage {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><meta name="robots" content="noindex"><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${sentence}</p><p><a href="">Try again</a></p>${numberLine(id)}</main></body></html>
`;
  return { html, policy: plainPolicy };
}

const numberLine = (id: string) =>
  `<p><code>Error ID (please include it when you report this): ${id}</code></p>`;
