import {
  type CrossPostListQuery,
  type CrossPostResponse,
  type CrossPostState,
  type CrossPostTarget,
  targetNames,
} from '#contracts/cross-post.ts';
import { noteForAudit } from '../../db/audit-trail.ts';
import type { Queryable } from '../../db/client.ts';
import { findArticleByPublicId } from '../../db/repositories/articles.ts';
import { findConnection } from '../../db/repositories/connections.ts';
import {
  type CrossPostWithArticle,
  countCrossPosts,
  decideCrossPost,
  findCrossPost,
  isPageLive,
  listCrossPosts,
  listCrossPostsOf,
} from '../../db/repositories/cross-posts.ts';
import { DomainError } from '../../errors.ts';
import { canonicalUrlOf } from './compose.ts';
import { readConnections } from './connections.ts';
import type { CrossPostContext } from './context.ts';

type Change = Parameters<typeof decideCrossPost>[2];

/** One page of the ledger, and how much of it waits or is in trouble. */
export function readLedger(context: CrossPostContext, { show, page, limit }: CrossPostListQuery) {
  const { query } = context.database;
  const result = countCrossPosts(query, show);
  const rows = listCrossPosts(query, { show, limit, offset: (page - 1) * limit });
  return {
    posts: rows.map((row) => toResponse(context, row)),
    result,
    page,
    pages: Math.ceil(result / limit),
    waiting: countCrossPosts(query, 'waiting'),
    trouble: countCrossPosts(query, 'trouble'),
  };
}

/** What became of one article, and where it could go. @throws DomainError NOT_FOUND */
export function readArticleCrossPosts(context: CrossPostContext, articleId: string) {
  const { database } = context;
  const article = findArticleByPublicId(database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  const rows = listCrossPostsOf(database.query, article.id);
  return {
    posts: rows.map((row) => toResponse(context, row)),
    connections: readConnections(context),
  };
}

/**
 * Posts an article after all, or again: the owner knows that it is not there.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT
 */
export function sendAgain(context: CrossPostContext, id: string): Promise<CrossPostResponse> {
  return decide(context, id, ['planned', 'failed', 'unknown', 'cancelled'], () => ({
    state: 'planned',
    attempts: 0,
    reason: null,
    nextAt: context.clock(),
  }));
}

/** Calls off what is only planned. @throws DomainError NOT_FOUND, STATE_CONFLICT */
export function callOff(context: CrossPostContext, id: string): Promise<CrossPostResponse> {
  return decide(context, id, ['planned'], () => ({
    state: 'cancelled',
    reason: null,
    nextAt: null,
  }));
}

/**
 * Takes the owner's word that it is there, with the link to it.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT, VALIDATION at the field
 */
export function giveLink(
  context: CrossPostContext,
  id: string,
  url: string,
): Promise<CrossPostResponse> {
  const from: CrossPostState[] = ['planned', 'failed', 'unknown', 'cancelled'];
  return decide(context, id, from, ({ post }) => {
    refuseOtherHost(context, post.target, url);
    const unknown = { remoteId: null, fingerprint: null };
    return { state: 'sent', url, reason: null, nextAt: null, sentAt: context.clock(), ...unknown };
  });
}

function refuseOtherHost({ config }: CrossPostContext, target: CrossPostTarget, url: string): void {
  const { protocol, hostname, origin } = new URL(url);
  const { dev, linkedin } = config.crossPosts;
  const fits = {
    dev: origin === new URL(dev.url).origin,
    linkedin:
      origin === new URL(linkedin.url).origin ||
      (protocol === 'https:' && /(^|\.)linkedin\.com$/.test(hostname)),
    // Publications at Medium have addresses of their own.
    medium: protocol === 'https:' && origin !== config.siteUrl,
  };
  if (fits[target]) return;
  const msg = `This is no address at ${targetNames[target]}.`;
  throw new DomainError('VALIDATION', { msg, fields: { url: msg } });
}

async function decide(
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
    noteForAudit({ article: article.publicId, service: targetNames[post.target] });
    return toResponse(context, findCrossPost(transaction, id) ?? found, transaction);
  });
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function toResponse(
  { config, database }: CrossPostContext,
  { post, article }: CrossPostWithArticle,
  query: Queryable = database.query,
): CrossPostResponse {
  const { target, state } = post;
  const waits = target === 'medium' && state === 'planned';
  return {
    _id: post.publicId,
    article: {
      _id: article.publicId,
      title: article.title,
      state: article.state,
      url: canonicalUrlOf(article, config.siteUrl),
      live: article.state === 'live' && isPageLive(database, `/blog/${article.slug}`),
    },
    target,
    state,
    url: post.url,
    attempts: post.attempts,
    reason: post.reason,
    guided: waits && findConnection(query, 'medium') === undefined,
    nextAt: iso(post.nextAt),
    sentAt: iso(post.sentAt),
    createdAt: new Date(post.createdAt).toISOString(),
  };
}
