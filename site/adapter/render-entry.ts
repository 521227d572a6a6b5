import { createApp } from 'astro/app/entrypoint';
import { adminPages } from '#contracts/admin-pages.ts';
import type { SiteContent } from '#contracts/content.ts';
import { BODY_PLACEHOLDER } from '#contracts/page.ts';
import { pageCsp } from './page-markup.ts';

const app = createApp({ streaming: false });
const { manifest } = app;

/** Returns the paths of all routes except articles, products, case studies, games and numbered pages. */
export async function listPaths(): Promise<string[]> {
  const routes = manifest.routes
    .map(({ routeData }) => routeData)
    .filter(
      ({ origin, params, prerender }) => origin === 'project' && !prerender && params.length === 0,
    )
    .map(({ route }) => route);
  // The build of the style guide has no other routes.
  const others = adminPages
    .map(({ path }) => path)
    .filter((path) => app.match(new Request(`http://localhost${path}`)) !== undefined);
  return [...routes, ...others];
}

/** Returns the files that pages of some content need, by path. Their names contain a hash. */
export async function renderAssets({ technologies }: SiteContent): Promise<Record<string, string>> {
  const { iconSheetOf } = await import('../content/technology-icons.ts');
  const { path, svg } = iconSheetOf(technologies);
  return { [path]: svg };
}

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
  /** The route with the styles that Astro would write; null if the manifest has none. */
  route: { entry: RouteEntry; styles: RouteEntry['styles'] } | null;
}

type RouteEntry = (typeof manifest.routes)[number];

const heads = new Map<string, Head>();
let queue: Promise<unknown> = Promise.resolve();
/** The CSP follows immediately, before anything it applies to. */
const POLICY_PLACEHOLDER = '<meta charset="utf-8">';
/** Contains a quote, which is escaped in all user content, so that a title cannot forge it. */
const STYLES_PLACEHOLDER = '</head><body lang="';

/**
 * Renders one page.
 * @param url absolute URL of the page; its origin becomes `Astro.url.origin`
 * @param locals data of the page, see api/contracts/page.ts
 * @param body UTF-8 that replaces BODY_PLACEHOLDER, so that a long text is not copied several times by the renderer
 * @returns the HTML document as UTF-8, which the next call overwrites
 * @throws Error if no route matches the URL or the response has an unexpected status
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
  if (!routeData) throw new Error(`no page matches ${new URL(url).pathname}`);
  const renderBody = async () => {
    const response = await app.render(request, {
      locals,
      routeData,
      // Rethrow, because the error page is for visitors and the publisher needs the failure.
      prerenderedErrorPageFetch: () => Promise.reject(new Error('no page for errors here')),
    });
    if (response.status !== expectedStatusOf(routeData.route)) {
      throw new Error(`${new URL(url).pathname} rendered with status ${response.status}`);
    }
    const { buffer, byteOffset, byteLength } = await response.bytes();
    return Buffer.from(buffer, byteOffset, byteLength);
  };
  // Documents such as a PDF have no head.
  if (routeData.type === 'endpoint') return renderBody();
  let head = heads.get(routeData.route);
  if (!head) {
    head = await extractHead(routeData.route, renderBody);
    heads.set(routeData.route, head);
  }
  const document = await renderBody();
  const policy = (locals as { hasPageCsp?: boolean }).hasPageCsp
    ? await renderPolicy(renderBody, head)
    : head.policy;
  const atPolicy = indexOfPlaceholder(document, POLICY_PLACEHOLDER) + POLICY_PLACEHOLDER.length;
  const atStyles = indexOfPlaceholder(document, STYLES_PLACEHOLDER);
  const atBody = body ? indexOfPlaceholder(document, BODY_PLACEHOLDER) : document.length;
  return joinChunks([
    document.subarray(0, atPolicy),
    policy,
    document.subarray(atPolicy, atStyles),
    head.styles,
    document.subarray(atStyles, atBody),
    ...(body ? [body, document.subarray(atBody + BODY_PLACEHOLDER.length)] : []),
  ]);
}

/** Returns the status with which Astro renders a route. */
const expectedStatusOf = (route: string): number =>
  route === '/404' || route === '/500' ? Number(route.slice(1)) : 200;

/** Buffer for all pages; a new one per page would keep the garbage collector busy. */
let pageBuffer = Buffer.allocUnsafeSlow(262_144);

function joinChunks(chunks: Uint8Array[]): Buffer {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (pageBuffer.length < length) pageBuffer = Buffer.allocUnsafeSlow(2 * length);
  let end = 0;
  for (const chunk of chunks) {
    pageBuffer.set(chunk, end);
    end += chunk.length;
  }
  return pageBuffer.subarray(0, length);
}

function indexOfPlaceholder(document: Buffer, placeholder: string): number {
  const index = document.indexOf(placeholder);
  if (index === -1) throw new Error(`the page lacks ${placeholder}`);
  return index;
}

/** Renders a page with its CSP as Astro writes it. */
async function renderWithPolicy(renderBody: () => Promise<Buffer>): Promise<string> {
  if (manifest.csp) manifest.csp.cspDestination = 'meta' as never;
  manifest.shouldInjectCspMetaTags = true;
  const document = (await renderBody()).toString();
  manifest.shouldInjectCspMetaTags = false;
  return document;
}

/** Returns the CSP of a page whose inline styles differ from those of an earlier rendering. */
async function renderPolicy(renderBody: () => Promise<Buffer>, { route }: Head): Promise<Buffer> {
  if (route) route.entry.styles = route.styles;
  const document = await renderWithPolicy(renderBody);
  if (route) route.entry.styles = [];
  return Buffer.from(pageCsp(document));
}

// Astro hashes the styles of each page again, which took a third of the rendering time, and would send the
// CSP as a header. Pages are written to files, so the CSP has to be part of the page.
async function extractHead(route: string, renderBody: () => Promise<Buffer>): Promise<Head> {
  const document = await renderWithPolicy(renderBody);
  // Equal in all pages of a route, because no style or script depends on the content.
  const policy = pageCsp(document);
  const entry = manifest.routes.find((candidate) => candidate.routeData.route === route);
  const styles = (entry?.styles ?? []).map((style) =>
    style.type === 'inline'
      ? `<style>${style.content}</style>`
      : `<link rel="stylesheet" href="${style.src}">`,
  );
  const missingStyle = styles.find((style) => !document.includes(style));
  if (missingStyle !== undefined)
    throw new Error(`the page lacks its ${missingStyle.slice(0, 80)}`);
  const head = { policy: Buffer.from(policy), styles: Buffer.from(styles.join('')) };
  if (!entry) return { ...head, route: null };
  const routeStyles = entry.styles;
  entry.styles = [];
  return { ...head, route: { entry, styles: routeStyles } };
}
