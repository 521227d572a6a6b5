import { ThreadQueue, ThreadTimeoutError } from '../thread-queue.ts';
import {
  MARKDOWN_BYTES_MAX,
  type MarkdownErrorCode,
  MarkdownTimeoutError,
  MarkdownTooDeepError,
  MarkdownTooLargeError,
} from './errors.ts';
import type { ImageLookup, RenderedMarkdown, RenderInput } from './render.ts';
import type { ImageSize } from './sanitize-block.ts';
import type { MarkdownRules } from './sanitize-schema.ts';

export interface WorkerSettings {
  siteOrigin: string | undefined;
}

/** Text to render. */
export interface WorkerRequest {
  markdown: string;
  rules: MarkdownRules;
  images: ReadonlyMap<string, ImageSize>;
}

export type WorkerResponse =
  | { kind: 'rendered'; rendered: RenderedMarkdown }
  | { kind: 'refused'; code: MarkdownErrorCode | undefined; message: string };

export { MarkdownError, MarkdownTimeoutError, MarkdownTooLargeError } from './errors.ts';
export type { RenderedMarkdown, RenderInput } from './render.ts';

const TIMEOUT_MILLISECONDS = 5_000;
const WORKER_MEGABYTES_MAX = 512;

export interface MarkdownServiceOptions {
  /** Maximum time per text without its time in the queue, in milliseconds. */
  timeoutMs?: number;
  /** Origin of the site, such as `https://example.com`, whose URLs are local. */
  siteOrigin?: string;
}

/** Renders Markdown in a worker thread, so that a text cannot block the process. */
export interface MarkdownService {
  /**
   * Renders a text. If `images` is a function, it is called for each path below /media/ in the source.
   * @throws MarkdownTooLargeError, MarkdownTooDeepError or MarkdownTimeoutError
   */
  render(markdown: string, input?: RenderInput): Promise<RenderedMarkdown>;
  /** Resolves after the warm-up. `render` can be called before. */
  ready(): Promise<void>;
  /** Stops the thread and rejects all pending texts. */
  close(): Promise<void>;
}

function collectSizes(
  markdown: string,
  images: ImageLookup | undefined,
): ReadonlyMap<string, ImageSize> {
  if (typeof images !== 'function') return images ?? new Map();
  const sizes = new Map<string, ImageSize>();
  // Paths below IMAGE_PATH.
  for (const [path] of markdown.matchAll(/\/media\/[^\s()<>"'\]]+/g)) {
    const size = images(path);
    if (size) sizes.set(path, size);
  }
  return sizes;
}

/** Starts the thread and its warm-up. */
export function createMarkdownService({
  timeoutMs = TIMEOUT_MILLISECONDS,
  siteOrigin,
}: MarkdownServiceOptions = {}): MarkdownService & AsyncDisposable {
  const file = new URL('./worker.ts', import.meta.url);
  const thread = new ThreadQueue<WorkerRequest, WorkerResponse>(file, {
    workerData: { siteOrigin } satisfies WorkerSettings,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
    limitMs: timeoutMs,
    idleMs: null,
  });
  const close = () => thread.close();
  return {
    async render(markdown, { images, rules = 'article' } = {}) {
      const bytes = Buffer.byteLength(markdown);
      if (bytes > MARKDOWN_BYTES_MAX) throw new MarkdownTooLargeError(bytes);
      const request = { markdown, rules, images: collectSizes(markdown, images) };
      const response = await thread.send(request).catch((error: unknown) => {
        throw error instanceof ThreadTimeoutError ? new MarkdownTimeoutError(timeoutMs) : error;
      });
      if (response.kind === 'rendered') return response.rendered;
      if (response.code === 'MARKDOWN_TOO_DEEP') throw new MarkdownTooDeepError();
      throw new Error(response.message);
    },
    ready: () => thread.ready(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
