import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentName, SiteContent } from '#contracts/content.ts';
import type { PublishedLocals } from '#contracts/page.ts';
import { tag } from './dependency-tags.ts';
import type { PageSource } from './page-source.ts';

/** `render` of the built site, see site/adapter/render-entry.ts: the document as UTF-8. */
type Render = (url: string, locals: PublishedLocals, body?: Uint8Array) => Promise<Uint8Array>;

/** Number of last bytes that must contain the closing tag. */
const END_BYTES = 32;

/** A rendered page and the tags of the content that it has read. */
export interface RenderedPage {
  body: Buffer;
  reads: string[];
}

export interface SiteRenderer {
  /**
   * @param content of the owner
   * @throws Error when the page cannot be rendered or is not whole
   */
  render(source: PageSource, pagePath: string, content: SiteContent): Promise<RenderedPage>;
}

export class RenderFailedError extends Error {}

/** Loads the renderer of a build; two builds can be loaded at the same time. */
export async function loadSiteRenderer(buildFolder: string, origin: string): Promise<SiteRenderer> {
  const entry = path.join(buildFolder, 'server', 'entry.mjs');
  const { render } = (await import(pathToFileURL(entry).href)) as { render: Render };
  return {
    async render(source, pagePath, content) {
      if ('text' in source.content) return { body: Buffer.from(source.content.text), reads: [] };
      if ('picture' in source.content) throw new RenderFailedError(`${pagePath} is not rendered`);
      const reads = new Set<string>();
      const locals = {
        origin,
        path: encodeURI(pagePath),
        page: source.content.page,
        content: recordReads(content, reads),
      };
      const bytes = await render(origin + locals.path, locals, source.content.body);
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (
        source.kind === 'page' &&
        !body.subarray(-END_BYTES).toString('latin1').trimEnd().endsWith('</html>')
      ) {
        throw new RenderFailedError(`${pagePath} was not rendered whole`);
      }
      return { body, reads: [...reads] };
    },
  };
}

/** Wraps content so that each part of it that a page reads becomes a tag. */
function recordReads(content: SiteContent, reads: Set<string>): SiteContent {
  return new Proxy(content, {
    get(target, name) {
      if (!(name in target)) return undefined;
      reads.add(tag.content(name as ContentName));
      return target[name as ContentName];
    },
  });
}
