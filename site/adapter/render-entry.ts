import { createApp } from 'astro/app/entrypoint';
import { BODY_MARK } from '#contracts/page.ts';
import { ISLAND_STYLE, ownPolicy } from './page-markup.ts';

const app = createApp({ streaming: false });
const { manifest } = app;

// Cached, because Astro imports the module of a page for each rendering and Node resolves it slowly.
for (const [component, load] of manifest.pageMap ?? []) {
  let loaded: ReturnType<typeof load> | undefined;
  manifest.pageMap?.set(component, () => {
    loaded ??= load();
    return loaded;
  });
}

/** The part of the head that all pages of a route share, as UTF-8. */
interface Head {
  policy: Buffer;
  styles: Buffer;
}

const heads = new Map<string, Head>();
let queue: Promise<unknown> = Promise.resolve();
/** The CSP follows immediately, before anything it applies to. */
const POLICY_MARK = '<meta charset="utf-8">';
/** Contains a quote, which is escaped in all user content, so that a title cannot forge it. */
const STYLES_MARK = '</head><body lang="';

/**
 * Renders one page.
 * @param url absolute URL of the page; its origin becomes `Astro.url.origin`
 * @param locals data of the page, see api/contracts/page.ts
 * @param body UTF-8 that replaces BODY_MARK, so that a long text is not copied several times by the renderer
 * @returns the HTML document as UTF-8, which the next call overwrites
 * @throws Error if no route matches the URL or the response status is not 200
 */
export function render(url: string, locals: object, body?: Uint8Array): Promise<Uint8Array> {
  // Sequential, because CSP and styles are switched for the whole app.
  const result = queue.then(() => renderNow(url, locals, body));
  queue = result.catch(() => undefined);
  return result;
}

async function renderNow(url: string, locals: object, body?: Uint8Array): Promise<Uint8Array> {
  const request = new Request(url);
  const routeData = app.match(request);
  if (!routeData) throw new Error(`no page answers ${new URL(url).pathname}`);
  const answer = async () => {
    const response = await app.render(request, {
      locals,
      routeData,
      // Rethrow, because the error page is for visitors and the publisher needs the failure.
      prerenderedErrorPageFetch: () => Promise.reject(new Error('no page for errors here')),
    });
    if (response.status !== 200) {
      throw new Error(`${new URL(url).pathname} rendered with status ${response.status}`);
    }
    const { buffer, byteOffset, byteLength } = await response.bytes();
    return Buffer.from(buffer, byteOffset, byteLength);
  };
  let head = heads.get(routeData.route);
  if (!head) {
    head = await extractHead(routeData.route, answer);
    heads.set(routeData.route, head);
  }
  const document = await answer();
  const atPolicy = find(document, POLICY_MARK) + POLICY_MARK.length;
  const atStyles = find(document, STYLES_MARK);
  const atBody = body ? find(document, BODY_MARK) : document.length;
  return joinPieces([
    document.subarray(0, atPolicy),
    head.policy,
    document.subarray(atPolicy, atStyles),
    head.styles,
    ...withoutIslandStyle(document.subarray(atStyles, atBody)),
    ...(body ? [body, ...withoutIslandStyle(document.subarray(atBody + BODY_MARK.length))] : []),
  ]);
}

/** Buffer for all pages; a new one per page would keep the garbage collector busy. */
let pageBuffer = Buffer.allocUnsafeSlow(262_144);

function joinPieces(pieces: Uint8Array[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (pageBuffer.length < length) pageBuffer = Buffer.allocUnsafeSlow(2 * length);
  let end = 0;
  for (const piece of pieces) {
    pageBuffer.set(piece, end);
    end += piece.length;
  }
  return pageBuffer.subarray(0, length);
}

/** Astro writes the style before the first rendered island, which may be before or after the body. */
function withoutIslandStyle(part: Buffer): Buffer[] {
  const start = part.indexOf(ISLAND_STYLE);
  return start === -1
    ? [part]
    : [part.subarray(0, start), part.subarray(start + ISLAND_STYLE.length)];
}

function find(document: Buffer, mark: string): number {
  const index = document.indexOf(mark);
  if (index === -1) throw new Error(`the page lacks ${mark}`);
  return index;
}

// Astro hashes the styles of each page again, which took a third of the rendering time, and would send the
// CSP as a header. Pages are written to files, so the CSP has to be part of the page.
async function extractHead(route: string, answer: () => Promise<Buffer>): Promise<Head> {
  if (manifest.csp) manifest.csp.cspDestination = 'meta' as never;
  manifest.shouldInjectCspMetaTags = true;
  const document = (await answer()).toString().replace(ISLAND_STYLE, '');
  manifest.shouldInjectCspMetaTags = false;
  // Equal in all pages of a route, because no style or script depends on the content.
  const policy = ownPolicy(document);
  const entry = manifest.routes.find((candidate) => candidate.routeData.route === route);
  const styles = (entry?.styles ?? []).map((style) =>
    style.type === 'inline'
      ? `<style>${style.content}</style>`
      : `<link rel="stylesheet" href="${style.src}">`,
  );
  const missingStyle = styles.find((style) => !document.includes(style));
  if (missingStyle !== undefined)
    throw new Error(`the page lacks its ${missingStyle.slice(0, 80)}`);
  if (entry) entry.styles = [];
  return { policy: Buffer.from(policy), styles: Buffer.from(styles.join('')) };
}
