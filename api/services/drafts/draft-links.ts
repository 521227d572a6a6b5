import { randomBytes } from 'node:crypto';
import { DRAFT_LINK_PATH, DRAFT_LINKS_MAX, type DraftLinkResponse } from '#contracts/draft-link.ts';
import type { AppContext } from '../../context.ts';
import { type ArticleRecord, findArticleByPublicId } from '../../db/hot/articles.ts';
import {
  type DraftLink,
  deleteDraftLink,
  deleteEndedDraftLinks,
  findDraftLink,
  insertDraftLink,
  listOpenDraftLinks,
} from '../../db/repositories/draft-links.ts';
import { DomainError } from '../../errors.ts';
import { createDraftToken } from './draft-token.ts';

const DAY_MS = 86_400_000;

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
  return toResponse(context, link);
}

/** Returns the valid links of an article. @throws DomainError NOT_FOUND */
export function listDraftLinks(context: Context, articleId: string): DraftLinkResponse[] {
  const { database, clock } = context;
  const article = findArticle(context, articleId);
  return listOpenDraftLinks(database.query, article.id, clock()).map((link) =>
    toResponse(context, link),
  );
}

/** Revokes a link. @throws DomainError NOT_FOUND */
export async function endDraftLink(
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

function toResponse({ config }: Pick<Context, 'config'>, link: DraftLink): DraftLinkResponse {
  return {
    _id: link.publicId,
    url: `${config.siteUrl}${DRAFT_LINK_PATH}/${createDraftToken(config.dataFolder, link)}`,
    createdAt: new Date(link.createdAt).toISOString(),
    endsAt: new Date(link.endsAt).toISOString(),
    seenAt: link.seenAt === null ? null : new Date(link.seenAt).toISOString(),
  };
}
