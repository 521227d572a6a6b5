import type { MarkdownErrorCode } from './errors.ts';
import type { ImageSize, MarkdownRules, RenderedMarkdown } from './types.ts';

/** Settings of the worker. */
export interface WorkerSettings {
  siteOrigin: string | undefined;
  cacheBytes: number | undefined;
}

/** Text to render. */
export interface WorkerRequest {
  markdown: string;
  rules: MarkdownRules;
  images: ReadonlyMap<string, ImageSize>;
}

/** `ready` once after the warm-up, then one response per request. */
export type WorkerResponse =
  | { kind: 'ready' }
  | { kind: 'rendered'; rendered: RenderedMarkdown }
  | { kind: 'refused'; code: MarkdownErrorCode | undefined; message: string };
