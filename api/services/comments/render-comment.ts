import { commentMessages } from '#contracts/comment-limits.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { MarkdownError } from '../../markdown/markdown-service.ts';

/** Rendered text of a comment. */
export interface RenderedComment {
  text: string;
  html: string;
  /** Text without markup. */
  words: string;
  links: string[];
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
    const { html, text: words, links } = await markdown.render(text, { rules: 'comment' });
    if (html.replace(/<[^>]*(?:>|$)|\s/g, '') === '') throw emptyComment();
    return { text, html, words, links };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw new DomainError(error.code, { msg: error.message, cause: error });
  }
}

function emptyComment(): DomainError {
  const msg = commentMessages.empty;
  return new DomainError('VALIDATION', { msg, fields: { comment: msg } });
}
