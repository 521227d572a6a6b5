import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REQUEST_ID_PLACEHOLDER } from '#contracts/page.ts';
import type { DomainError } from '../errors.ts';
import { escapeHtml } from '../escape-html.ts';
import { staticFileOf } from './static-files.ts';

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

/**
 * Returns the page for an error: that of the release for a fault of ours, otherwise one without resources.
 * @param isForm true if the request was a form sent without JavaScript
 * @param folder of the live release
 */
export function errorPageFor(
  error: DomainError,
  { isForm, id, folder }: { isForm: boolean; id: string; folder: string | null },
): ErrorPage {
  const ours = !isForm && (error.code === 'INTERNAL' || error.code === 'STORAGE_FULL');
  return (
    (ours && folder !== null && releasePage(folder, id)) ||
    plainPage(isForm ? formTexts(error) : pageTexts(error, folder !== null), id)
  );
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
