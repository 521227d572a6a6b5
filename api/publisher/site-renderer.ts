import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PublishedLocals } from '#contracts/page.ts';
import type { PageSource } from './page-source.ts';

/** `render` of the built site, see site/adapter/render-entry.ts: the document as UTF-8. */
type Render = (url: string, locals: PublishedLocals, body?: Uint8Array) => Promise<Uint8Array>;

/** Number of last bytes that must contain the closing tag. */
const END_BYTES = 32;

export interface SiteRenderer {
  /** @throws Error if the page cannot be rendered or is incomplete */
  render(source: PageSource, pagePath: string): Promise<Buffer>;
}

export class RenderFailedError extends Error {}

/** Loads the renderer of a build; two builds can be loaded at the same time. */
export async function loadSiteRenderer(buildFolder: string, origin: string): Promise<SiteRenderer> {
  const entry = path.join(buildFolder, 'server', 'entry.mjs');
  const { render } = (await import(pathToFileURL(entry).href)) as { render: Render };
  return {
    async render(source, pagePath) {
      if ('text' in source.content) return Buffer.from(source.content.text);
      if ('picture' in source.content) throw new RenderFailedError(`${pagePath} is not rendered`);
      const locals = { origin, path: encodeURI(pagePath), page: source.content.page };
      const bytes = await render(origin + locals.path, locals, source.content.body);
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (!body.subarray(-END_BYTES).toString('latin1').trimEnd().endsWith('</html>')) {
        throw new RenderFailedError(`${pagePath} was not rendered whole`);
      }
      return body;
    },
  };
}
