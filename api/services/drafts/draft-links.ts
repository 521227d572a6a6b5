import { randomBytes } from 'node:crypto';
import { DRAFT_LINK_PATH, DRAFT_LINKS_MAX, type DraftLinkResponse } from '#contracts/draft.ts';
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts';
import { type AppContext, iso } from '../../context.ts';
import {
  type ArticleRecord,
  findArticleById,
  findArticleByPublicId,
} from '../../db/hot/articles.ts';
import { readImages } from '../../db/hot/images.ts';
import {
  type DraftLink,
  deleteDraftLink,
  deleteEndedDraftLinks,
  findDraftLink,
  insertDraftLink,
  listOpenDraftLinks,
  setDraftLinkSeen,
} from '../../db/repositories/articles.ts';
import { findMediaByPublicId } from '../../db/repositories/media.ts';
import { DomainError } from '../../errors.ts';
import { addImageSources, listImageNames } from '../../markdown/responsive-images.ts';
import { createSigner, openKeyring } from '../keyring.ts';

/** Minimum time between two recorded visits, in milliseconds. */
const SEEN_EVERY_MS = MINUTE_MS;

type ViewingContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** Page of the draft, or the path of its published article. */
type SharedDraft = { page: string } | { movedTo: string };

/** Content of a draft token: link and expiry, in milliseconds UTC. */
interface LinkClaim {
  publicId: string;
  endsAt: number;
}

const signerOf = (dataFolder: string) => createSigner(openKeyring(dataFolder)('draft-links'));

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Creates a link with which anyone can read a draft until it ends.
 * @throws DomainError NOT_FOUND, or STATE_CONFLICT for published articles
 */
export async function shareDraft(
  context: Context,
  articleId: string,
  days: number,
): Promise<DraftLinkResponse> {
  const { database, clock } = context;
  const link = await database.write((query) => {
    const article = findArticle(context, articleId);
    if (article.state !== 'draft' && article.state !== 'scheduled') {
      throw new DomainError('STATE_CONFLICT', {
        msg: 'Only drafts can be shared with a link. This article is public.',
      });
    }
    const now = clock();
    deleteEndedDraftLinks(query, article.id, now);
    if (listOpenDraftLinks(query, article.id, now).length >= DRAFT_LINKS_MAX) {
      throw new DomainError('STATE_CONFLICT', {
        msg: `${DRAFT_LINKS_MAX} links to this draft are active. Revoke one of them first.`,
      });
    }
    return insertDraftLink(query, {
      publicId: randomBytes(9).toString('base64url'),
      articleId: article.id,
      createdAt: now,
      endsAt: now + days * DAY_MS,
    });
  });
  return toDraftLinkResponse(context, link);
}

/** Returns the valid links of an article. @throws DomainError NOT_FOUND */
export function listDraftLinks(context: Context, articleId: string): DraftLinkResponse[] {
  const { database, clock } = context;
  const article = findArticle(context, articleId);
  return listOpenDraftLinks(database.query, article.id, clock()).map((link) =>
    toDraftLinkResponse(context, link),
  );
}

/** Revokes a link. @throws DomainError NOT_FOUND */
export async function revokeDraftLink(
  context: Context,
  articleId: string,
  linkId: string,
): Promise<void> {
  await context.database.write((query) => {
    const article = findArticle(context, articleId);
    const link = findDraftLink(query, linkId);
    if (link?.articleId !== article.id) throw new DomainError('NOT_FOUND');
    deleteDraftLink(query, link.id);
  });
}

function findArticle({ database }: Pick<Context, 'database'>, publicId: string): ArticleRecord {
  const article = findArticleByPublicId(database, publicId);
  if (!article || article.state === 'deleted') throw new DomainError('NOT_FOUND');
  return article;
}

function toDraftLinkResponse(
  { config }: Pick<Context, 'config'>,
  link: DraftLink,
): DraftLinkResponse {
  // The token can be recreated, so it is not stored.
  const token = signerOf(config.dataFolder).sign(`${link.publicId}.${link.endsAt.toString(36)}`);
  return {
    _id: link.publicId,
    url: `${config.siteUrl}${DRAFT_LINK_PATH}/${token}`,
    createdAt: iso(link.createdAt),
    endsAt: iso(link.endsAt),
    seenAt: iso(link.seenAt),
  };
}

/** @returns the content of a token, or null if its signature is invalid */
export function parseDraftToken(dataFolder: string, token: string): LinkClaim | null {
  const signer = signerOf(dataFolder);
  const claim = signer.read(token);
  // Only the canonical encoding is valid.
  if (claim === null || signer.sign(claim) !== token) return null;
  const [publicId = '', ends = ''] = claim.split('.');
  return { publicId, endsAt: Number.parseInt(ends, 36) };
}

/**
 * Opens the stored draft of a link token.
 * @returns null for expired and invalid links
 * @throws DomainError BUSY before the first release
 */
export async function openSharedDraft(
  context: ViewingContext,
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

async function recordVisit(
  { database, clock }: ViewingContext,
  { id, seenAt }: DraftLink,
): Promise<void> {
  const now = clock();
  if (seenAt !== null && now - seenAt < SEEN_EVERY_MS) return;
  await database.write((query) => setDraftLinkSeen(query, id, now));
}

function unsavedOf({ database, clock }: ViewingContext, article: ArticleRecord, link: DraftLink) {
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
    html: addImageSources(html, readImages(database, listImageNames(html))),
    toc: article.toc,
    words: article.words,
    now: clock(),
    sharedUntil: link.endsAt,
  };
}
