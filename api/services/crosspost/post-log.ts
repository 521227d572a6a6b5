import {
  type CrossPostListQuery,
  type CrossPostResponse,
  type CrossPostState,
  type CrossPostTarget,
  targetNames,
} from '#contracts/cross-post.ts';
import { paginate } from '#contracts/fields.ts';
import { iso } from '../../context.ts';
import { addAuditDetails, type Queryable } from '../../db/database.ts';
import { findArticleByPublicId } from '../../db/hot/articles.ts';
import {
  type CrossPostWithArticle,
  countCrossPosts,
  decideCrossPost,
  findConnection,
  findCrossPost,
  isPageLive,
  listCrossPosts,
  listCrossPostsOf,
} from '../../db/repositories/cross-posts.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { type CrossPostContext, getConnections } from './connections.ts';
import { getCanonicalUrl } from './process-next.ts';

type Change = Parameters<typeof decideCrossPost>[2];

/** Returns one page of the cross-post log, with the numbers of waiting and failed posts. */
export function getPostLog(context: CrossPostContext, { show, ...range }: CrossPostListQuery) {
  const { query } = context.database;
  const { rows, pageInfo } = paginate(range, countCrossPosts(query, show));
  return {
    posts: listCrossPosts(query, { show, ...rows }).map((row) => toCrossPostResponse(context, row)),
    ...pageInfo,
    waiting: countCrossPosts(query, 'waiting'),
    failed: countCrossPosts(query, 'failed'),
  };
}

/** Returns the cross-posts of an article and the connections. @throws DomainError NOT_FOUND */
export function getArticleCrossPosts(context: CrossPostContext, articleId: string) {
  const { database } = context;
  const article = findArticleByPublicId(database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  const rows = listCrossPostsOf(database.query, article.id);
  return {
    posts: rows.map((row) => toCrossPostResponse(context, row)),
    connections: getConnections(context),
  };
}

/**
 * Posts an article again, after the owner has checked that it was not posted.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT
 */
export function retryCrossPost(context: CrossPostContext, id: string): Promise<CrossPostResponse> {
  return changeState(context, id, ['scheduled', 'failed', 'unknown', 'cancelled'], () => ({
    state: 'scheduled',
    attempts: 0,
    reason: null,
    nextAt: context.clock(),
  }));
}

/** Cancels a scheduled post. @throws DomainError NOT_FOUND, STATE_CONFLICT */
export function cancelCrossPost(context: CrossPostContext, id: string): Promise<CrossPostResponse> {
  return changeState(context, id, ['scheduled'], () => ({
    state: 'cancelled',
    reason: null,
    nextAt: null,
  }));
}

/**
 * Marks a post as sent with the URL that the owner found.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT, VALIDATION at the field
 */
export function setCrossPostUrl(
  context: CrossPostContext,
  id: string,
  url: string,
): Promise<CrossPostResponse> {
  const from: CrossPostState[] = ['scheduled', 'failed', 'unknown', 'cancelled'];
  return changeState(context, id, from, ({ post }) => {
    assertServiceHost(context, post.target, url);
    const cleared = { remoteId: null, fingerprint: null };
    return { state: 'sent', url, reason: null, nextAt: null, sentAt: context.clock(), ...cleared };
  });
}

function assertServiceHost(
  { config }: CrossPostContext,
  target: CrossPostTarget,
  url: string,
): void {
  const { protocol, hostname, origin } = new URL(url);
  const { dev, linkedin } = config.crossPosts;
  const isValid = {
    dev: origin === new URL(dev.url).origin,
    linkedin:
      origin === new URL(linkedin.url).origin ||
      (protocol === 'https:' && /(^|\.)linkedin\.com$/.test(hostname)),
    // Medium publications can have their own domains.
    medium: protocol === 'https:' && origin !== config.siteUrl,
  };
  if (isValid[target]) return;
  const msg = `This is not a URL at ${targetNames[target]}.`;
  throw fieldError('url', msg);
}

async function changeState(
  context: CrossPostContext,
  id: string,
  states: CrossPostState[],
  changeOf: (found: CrossPostWithArticle) => Change,
): Promise<CrossPostResponse> {
  return context.database.write((transaction) => {
    const found = findCrossPost(transaction, id);
    if (!found) throw new DomainError('NOT_FOUND');
    const { post, article } = found;
    if (!decideCrossPost(transaction, { id: post.id, states }, changeOf(found))) {
      throw new DomainError('STATE_CONFLICT');
    }
    addAuditDetails({ article: article.publicId, service: targetNames[post.target] });
    return toCrossPostResponse(context, findCrossPost(transaction, id) ?? found, transaction);
  });
}

function toCrossPostResponse(
  { config, database }: CrossPostContext,
  { post, article }: CrossPostWithArticle,
  query: Queryable = database.query,
): CrossPostResponse {
  const { target, state } = post;
  const isWaiting = target === 'medium' && state === 'scheduled';
  return {
    _id: post.publicId,
    article: {
      _id: article.publicId,
      title: article.title,
      state: article.state,
      url: getCanonicalUrl(article, config.siteUrl),
      live: article.state === 'live' && isPageLive(database, `/blog/${article.slug}`),
    },
    target,
    state,
    url: post.url,
    attempts: post.attempts,
    reason: post.reason,
    guided: isWaiting && findConnection(query, 'medium') === undefined,
    nextAt: state === 'sending' ? null : iso(post.nextAt),
    sentAt: iso(post.sentAt),
    createdAt: iso(post.createdAt),
  };
}
