import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';

/** An invalid file of the owner; the message is for the owner and names the file and the fields. */
export class InvalidContentError extends Error {}

/** Converts Markdown to safe HTML. */
export type RenderMarkdown = (markdown: string) => Promise<Pick<RenderedMarkdown, 'html' | 'toc'>>;
