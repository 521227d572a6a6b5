import type { MarkdownErrorCode } from './errors.ts';
import type { ImageSize, MarkdownRules, RenderedMarkdown } from './types.ts';

/** What the worker is started with. */
export interface WorkerSettings {
  siteOrigin: string | undefined;
  cacheBytes: number | undefined;
}

/** One text to render. */
export interface WorkerRequest {
  markdown: string;
  rules: MarkdownRules;
  images: ReadonlyMap<string, ImageSize>;
}

/** `ready` comes once, after the warm-up; then one answer for each request. */
export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'rendered'; rendered: RenderedMarkdown }
  | { kind: 'refused'; code: MarkdownErrorCode | undefined; message: string };
