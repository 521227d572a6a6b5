import type { AppContext } from '../../context.ts';
import { type ArticleRecord, findArticleById } from '../../db/hot/articles.ts';
import { readPictures } from '../../db/hot/picture-variants.ts';
import {
  type DraftLink,
  findDraftLink,
  setDraftLinkSeen,
} from '../../db/repositories/draft-links.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import { DomainError } from '../../errors.ts';
import { addImageSources, listImageNames } from '../../markdown/responsive-images.ts';
import { parseDraftToken } from './draft-token.ts';

/** Minimum time between two recorded visits, in milliseconds. */
const SEEN_EVERY_MS = 60_000;

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** Page of the draft, or the path of its published article. */
export type SharedDraft = { page: string } | { movedTo: string };

/**
 * Opens the stored draft of a link token.
 * @returns null for expired and invalid links
 * @throws DomainError BUSY before the first release
 */
export async function openSharedDraft(
  context: Context,
  token: string,
): Promise<SharedDraft | null> {
  const { config, database, clock, publisher } = context;
  const claim = parseDraftToken(config.dataFolder, token);
  if (claim === null || claim.endsAt <= clock()) return null;
  const link = findDraftLink(database.query, claim.publicId);
  if (link?.endsAt !== claim.endsAt) return null;
  const article = findArticleById(database, link.articleId);
  if (!article || article.state === 'deleted') return null;
  if (article.state === 'live' || article.state === 'archived') {
    return { movedTo: `/blog/${encodeURIComponent(article.slug)}` };
  }
  const document = await publisher.renderPreview(unsavedOf(context, article, link));
  if (!document) throw new DomainError('BUSY', { retryAfter: 1 });
  await recordVisit(context, link);
  return { page: withoutScripts(Buffer.from(document).toString()) };
}

/** Removes the scripts of a page, because a draft has no likes, views or comments. */
function withoutScripts(document: string): string {
  return document
    .split('</script>')
    .map((piece) => piece.replace(/<script\b[\s\S]*$/, ''))
    .join('')
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, '');
}

async function recordVisit({ database, clock }: Context, { id, seenAt }: DraftLink): Promise<void> {
  const now = clock();
  if (seenAt !== null && now - seenAt < SEEN_EVERY_MS) return;
  await database.write((query) => setDraftLinkSeen(query, id, now));
}

function unsavedOf({ database, clock }: Context, article: ArticleRecord, link: DraftLink) {
  const { series, seriesSlug, html, mediaPublicId } = article;
  const cover = mediaPublicId === null ? null : findMediaByPublicId(database.query, mediaPublicId);
  return {
    publicId: article.publicId,
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    language: article.language,
    slug: article.slug || 'draft',
    tags: article.tags,
    categories: article.categories,
    series: series && seriesSlug ? { name: series, slug: seriesSlug } : null,
    cover: cover ?? null,
    imageAlt: article.imageAlt,
    author: { name: article.authorName, avatar: article.authorAvatar },
    html: addImageSources(html, readPictures(database, listImageNames(html))),
    toc: article.toc,
    words: article.words,
    now: clock(),
    sharedUntil: link.endsAt,
  };
}
