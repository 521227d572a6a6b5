import type { ArticleColumns } from '../../db/repositories/article-writes.ts';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { seriesColumns } from '../articles/columns.ts';
import { createPublicId } from '../articles/public-id.ts';
import { FileSkipped } from './report.ts';
import { decideAppearance } from './times.ts';
import type { ArticleWish } from './wish.ts';

/**
 * The row of an article that is not there yet; what its file does not say takes a default.
 * @throws FileSkipped when there is nothing to publish
 */
export function newArticleRow(
  wish: ArticleWish,
  place: { slug: string; publicId: string | null; authorId: number; now: number },
  rendered: RenderedMarkdown,
): ArticleColumns {
  const { slug, authorId, now } = place;
  const appearance = decideAppearance(wish, null, now);
  if (!appearance.draft && !appearance.deletedAt && wish.markdown.trim() === '') {
    throw new FileSkipped('It has no text; say draft: true to keep it as a draft.');
  }
  // A date to come is no date on which anything was written.
  const written = Math.min(wish.publishedAt ?? now, now);
  return {
    publicId: place.publicId ?? createPublicId(),
    authorId,
    slug,
    title: wish.title,
    subtitle: wish.subtitle ?? '',
    description: wish.description ?? (rendered.excerpt || wish.title),
    markdown: wish.markdown,
    html: rendered.html,
    toc: rendered.toc,
    words: rendered.words,
    language: wish.language ?? 'en',
    ...seriesColumns(wish.series ?? null),
    mediaId: wish.media?.id ?? null,
    imageAlt: wish.imageAlt ?? '',
    linkedin: wish.linkedin ?? false,
    dev: wish.dev ?? false,
    medium: wish.medium ?? false,
    linkedinContent: wish.linkedinContent ?? '',
    archived: wish.archived ?? false,
    ...appearance,
    views: wish.views ?? 0,
    version: wish.version ?? 1,
    createdAt: wish.createdAt ?? written,
    updatedAt: wish.updatedAt ?? written,
  };
}
