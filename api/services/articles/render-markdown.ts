import { MARKDOWN_MAX_BYTES } from '#contracts/article.ts';
import { commentMessages } from '#contracts/comment-limits.ts';
import type { AppContext } from '../../context.ts';
import { readImages } from '../../db/hot/images.ts';
import { readMediaSizes } from '../../db/repositories/media.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { MarkdownError, type RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { addImageSources, listImageNames } from '../../markdown/responsive-images.ts';

/** Rendered text of a comment. */
export interface RenderedComment {
  text: string;
  html: string;
  /** Text without markup. */
  plainText: string;
  links: string[];
}

/** Renders Markdown for the editor's preview, with the image variants of a published page. */
export async function previewMarkdown(
  context: Pick<AppContext, 'database' | 'markdown'>,
  markdown: string,
): Promise<RenderedMarkdown> {
  const rendered = await renderMarkdown(context, markdown);
  const images = readImages(context.database, listImageNames(rendered.html));
  if (images.length === 0) return rendered;
  const parts: string[] = [];
  let start = 0;
  for (const { length } of rendered.blocks) {
    parts.push(addImageSources(rendered.html.slice(start, start + length), images));
    start += length + 1;
  }
  const blocks = rendered.blocks.map(({ line }, index) => ({
    line,
    length: parts[index]?.length ?? 0,
  }));
  return { ...rendered, html: parts.join('\n'), blocks };
}

/** Renders Markdown as a save does, with the sizes of stored images. */
export async function renderMarkdown(
  context: Pick<AppContext, 'database' | 'markdown'>,
  markdown: string,
): Promise<RenderedMarkdown> {
  if (Buffer.byteLength(markdown) > MARKDOWN_MAX_BYTES) throw new DomainError('MARKDOWN_TOO_LARGE');
  const imagePaths = [...new Set(markdown.match(/\/media\/[\w.-]+/g) ?? [])];
  const images = readMediaSizes(context.database.query, imagePaths);
  try {
    return await context.markdown.render(markdown, { images });
  } catch (error) {
    if (error instanceof MarkdownError) {
      throw new DomainError(error.code, { msg: error.message, cause: error });
    }
    throw error;
  }
}

/**
 * Renders a comment to safe HTML.
 * @throws DomainError VALIDATION for a comment without visible content, or MARKDOWN_…
 */
export async function renderComment(
  { markdown }: Pick<AppContext, 'markdown'>,
  text: string,
): Promise<RenderedComment> {
  try {
    const { html, text: plainText, links } = await markdown.render(text, { rules: 'comment' });
    if (html.replace(/<[^>]*(?:>|$)|\s/g, '') === '') throw emptyComment();
    return { text, html, plainText, links };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw new DomainError(error.code, { msg: error.message, cause: error });
  }
}

function emptyComment(): DomainError {
  const msg = commentMessages.empty;
  return fieldError('comment', msg);
}
