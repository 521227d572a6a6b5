import type { ArticleColumns } from '../../db/repositories/article-writes.ts';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { seriesColumns } from '../articles/article-columns.ts';
import { createPublicId } from '../articles/public-id.ts';
import { FileSkippedError } from './import-result.ts';
import type { ArticleInput } from './parse-article.ts';
import { decidePublicationState } from './publication-state.ts';

/**
 * Creates the row of a new article, with defaults for omitted fields.
 * @throws FileSkippedError if there is no text to publish
 */
export function newArticleRow(
  input: ArticleInput,
  position: { slug: string; publicId: string | null; authorId: number; now: number },
  rendered: RenderedMarkdown,
): ArticleColumns {
  const { slug, authorId, now } = position;
  const publication = decidePublicationState(input, null, now);
  if (!publication.draft && !publication.deletedAt && input.markdown.trim() === '') {
    throw new FileSkippedError('It has no text. Set draft: true to import it as a draft.');
  }
  // A future publication date is not the date of writing.
  const written = Math.min(input.publishedAt ?? now, now);
  return {
    publicId: position.publicId ?? createPublicId(),
    authorId,
    slug,
    title: input.title,
    subtitle: input.subtitle ?? '',
    description: input.description ?? (rendered.excerpt || input.title),
    markdown: input.markdown,
    html: rendered.html,
    toc: rendered.toc,
    words: rendered.words,
    language: input.language ?? 'en',
    ...seriesColumns(input.series ?? null),
    mediaId: input.media?.id ?? null,
    imageAlt: input.imageAlt ?? '',
    linkedin: input.linkedin ?? false,
    dev: input.dev ?? false,
    medium: input.medium ?? false,
    linkedinContent: input.linkedinContent ?? '',
    archived: input.archived ?? false,
    ...publication,
    views: input.views ?? 0,
    version: input.version ?? 1,
    createdAt: input.createdAt ?? written,
    updatedAt: input.updatedAt ?? written,
  };
}
