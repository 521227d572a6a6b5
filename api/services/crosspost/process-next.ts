import { createHash } from 'node:crypto';
import { type CrossPostTarget, crossPostTargets } from '#contracts/cross-post.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Queryable } from '../../db/database.ts';
import { type ArticleRecord, findArticleById } from '../../db/hot/articles.ts';
import { readFormerSlugs } from '../../db/repositories/articles.ts';
import {
  type Connection,
  type CrossPost,
  findConnection,
  findCrossPostById,
  isBeingPublished,
  isPageLive,
  listDueCrossPosts,
  updateCrossPost,
} from '../../db/repositories/cross-posts.ts';
import type {
  Account,
  CrossPostClient,
  CrossPostOptions,
  Outcome,
  Post,
} from '../../integrations/crosspost/service.ts';
import {
  type CircuitBreaker,
  type Claim,
  claim,
  claimLeased,
  hasDue,
  type LeasedClaim,
} from '../../queue/queue.ts';
import { crossPostQueue, crossPostUpdateQueue } from '../../queue/queues.ts';
import { InvalidFrontMatterError, readFrontMatter } from '../import/front-matter.ts';
import { findUrls, replaceRanges } from '../import/parse-markdown.ts';
import { type CrossPostContext, decryptAccount, getConnectionState } from './connections.ts';
import { reportCrossPostFailure, storePostOutcome, storeUpdateOutcome } from './store-outcome.ts';

/** Time limit for finding the URLs of a text, in milliseconds. Requests wait meanwhile. */
const SEARCH_TIME_LIMIT_MS = 1000;

/** Returns the canonical URL of an article, which every post names. */
export function getCanonicalUrl({ slug }: Pick<ArticleRecord, 'slug'>, siteUrl: string): string {
  return `${siteUrl}/blog/${encodeURIComponent(slug)}`;
}

/** Creates the content of a cross-post. @param formerSlugs earlier slugs of the article */
export function createPostContent(
  article: ArticleRecord,
  siteUrl: string,
  formerSlugs: readonly string[],
): Post {
  const { title, subtitle, description, tags, series, mediaFile, linkedinContent } = article;
  const canonicalUrl = getCanonicalUrl(article, siteUrl);
  return {
    title,
    description: description || subtitle,
    markdown: makeUrlsAbsolute(withoutFrontMatter(article.markdown), canonicalUrl),
    tags,
    series,
    canonicalUrl,
    formerUrls: formerSlugs.map((slug) => getCanonicalUrl({ slug }, siteUrl)),
    image: mediaFile === null ? null : `${siteUrl}/media/${mediaFile}`,
    commentary: linkedinContent.trim() || description || title,
  };
}

/** Returns a hash of the content, to detect if a post needs an update. */
function fingerprintPost({ commentary: _, formerUrls: __, ...post }: Post): string {
  return createHash('sha256').update(JSON.stringify(post)).digest('base64url').slice(0, 22);
}

/** Removes front matter, which overrides fields at dev.to and appears as text at Medium. */
function withoutFrontMatter(markdown: string): string {
  let text = markdown;
  try {
    for (;;) {
      const { matter, body } = readFrontMatter(text);
      if (matter.size === 0) break;
      text = body;
    }
  } catch (error) {
    if (!(error instanceof InvalidFrontMatterError)) throw error;
  }
  // A thematic break at the beginning would be parsed as front matter.
  return text.replace(/^(?:---|\+\+\+)(?=[ \t]*\r?\n)/, '***');
}

/** Makes relative URLs absolute, because they do not work on other sites. */
function makeUrlsAbsolute(markdown: string, base: string): string {
  const urls = findUrls(markdown, SEARCH_TIME_LIMIT_MS) ?? findLocalLinks(markdown);
  const parts = urls.flatMap((range) => {
    const by = URL.parse(range.url, base)?.href;
    const relative = URL.parse(range.url) === null && !range.url.startsWith('#');
    // Spaces and brackets would end a URL in Markdown.
    return relative && by && !/[\s<>()]/.test(by) ? [{ ...range, by }] : [];
  });
  return replaceRanges(markdown, parts);
}

/** Finds inline links to pages of this site without parsing the text. */
const findLocalLinks = (markdown: string) =>
  [...markdown.matchAll(/\]\((\/[^\s()]+)\)/g)].map(({ 1: url = '', index }) => ({
    url,
    start: index + 2,
    end: index + 2 + url.length,
  }));

/** Maximum duration of an attempt, in milliseconds; the timeouts of its requests are shorter. */
const LEASE_MS = 180_000;
/** Milliseconds until the next check for a page that is being published. */
const PUBLISHING_MS = 1000;
/** Milliseconds until the next check for a page whose publish job has failed. */
const PUBLISH_FAILED_MS = 30_000;
/** Milliseconds until the next check of SITE_URL, while it is an address of this machine. */
const UNREACHABLE_MS = HOUR_MS;
/** Due rows that are checked for one attempt. */
const CHECKED_MAX = 50;

/** Pauses after failures of a service. */
export const serviceBackoff = { firstMs: 30_000, maxMs: 600_000 };

export interface CrossPoster extends CrossPostContext {
  leaseOwner: string;
  breaker: CircuitBreaker<CrossPostTarget>;
}

interface Request {
  /** True if an earlier attempt may have succeeded. */
  mayExist: boolean;
  /** True if the page of the article is live; otherwise the post is only searched for. */
  isLive: boolean;
  post: Post;
  account: Account;
  connection: Connection;
}

type Task = Request & { row: CrossPost } & (
    | { kind: 'post'; claim: LeasedClaim }
    | { kind: 'update'; claim: Claim }
  );

export interface CrossPostAttempt {
  row: Pick<CrossPost, 'publicId' | 'target' | 'attempts'>;
  kind: Task['kind'];
  outcome: Outcome;
}

/**
 * Posts the next due article to its service, or updates its post. Several processes may call it at the
 * same time. The attempt is stored before the service receives a request.
 * @returns the post and its outcome, or null if none is due
 */
export async function processNextCrossPost(poster: CrossPoster): Promise<CrossPostAttempt | null> {
  const { database, clock, breaker } = poster;
  const isDue = [crossPostQueue, crossPostUpdateQueue].some((queue) =>
    hasDue(database, queue, clock()),
  );
  if (!isDue) return null;
  const task = await database.write((transaction) => claimNext(poster, transaction));
  if (!task) return null;
  const { kind, row, post, account, mayExist, isLive, connection } = task;
  const client = poster.crossPosting.clients[row.target];
  const outcome =
    kind === 'post'
      ? await postArticle(client, account, post, { mayExist, isLive })
      : await updatePost(client, account, post, row.remoteId);
  const now = clock();
  if (outcome.status === 'unknown' || (outcome.status === 'failed' && outcome.mayRetry)) {
    breaker.recordFailure(row.target, now);
  } else breaker.recordSuccess(row.target);
  const attempt = {
    row,
    outcome,
    connection,
    mayExist,
    now,
    fingerprint: fingerprintPost(post),
    canFind: client.changeable !== null,
  };
  await database.write((transaction) => {
    if (kind === 'post') {
      storePostOutcome(database, transaction, { ...attempt, claim: task.claim });
    } else storeUpdateOutcome(database, transaction, { ...attempt, claim: task.claim });
    reportCrossPostFailure(poster, transaction, row.id);
  });
  return { row, kind, outcome };
}

/** Claims the first due row that can be processed, and postpones those that cannot. */
function claimNext(poster: CrossPoster, transaction: Queryable): Task | null {
  const { database, clock, breaker, leaseOwner } = poster;
  const now = clock();
  const excluded = crossPostTargets.filter((target) => breaker.isOpen(target, now));
  for (const due of listDueCrossPosts(transaction, { now, excluded, limit: CHECKED_MAX })) {
    const request = prepareRequest(poster, transaction, due, now);
    if (!request) continue;
    const lease = { now, until: now + LEASE_MS, scope: { id: due.id } };
    if (due.state === 'sent') {
      const [claimed] = claim(database, crossPostUpdateQueue, lease);
      const row = findCrossPostById(transaction, due.id);
      if (claimed && row) return { ...request, kind: 'update', row, claim: claimed };
    } else {
      const [claimed] = claimLeased(database, crossPostQueue, { ...lease, owner: leaseOwner });
      const row = findCrossPostById(transaction, due.id);
      if (claimed && row) return { ...request, kind: 'post', row, claim: claimed };
    }
  }
  return null;
}

/** Returns the data of a request; if it has to wait, postpones the row and returns null. */
function prepareRequest(
  poster: CrossPoster,
  transaction: Queryable,
  row: CrossPost,
  now: number,
): Request | null {
  const { database, config, key } = poster;
  const article = findArticleById(database, row.articleId);
  const postpone = (nextAt: number | null, reason?: string | null) => {
    updateCrossPost(transaction, row.id, { nextAt, ...(reason !== undefined && { reason }) });
    return null;
  };
  const mayExist = row.state === 'unknown';
  const isReadable =
    article?.state === 'live' || (row.state === 'sent' && article?.state === 'archived');
  if (!article || (!isReadable && !mayExist)) return postpone(null);
  const isLive = isReadable && isUpToDate(poster, article);
  if (!mayExist && !isLive) {
    const isPublishing = isBeingPublished(database, article.id);
    return postpone(now + (isPublishing ? PUBLISHING_MS : PUBLISH_FAILED_MS));
  }
  const connection = findConnection(transaction, row.target);
  const account = connection && decryptAccount(connection, key);
  if (!connection || !account || getConnectionState(connection, now) !== 'connected') {
    return postpone(null, row.target === 'medium' ? null : 'Waiting for the connection.');
  }
  if (isLocal(config.siteUrl) && !isLocal(hostOf[row.target](config.crossPosts))) {
    const reason = `Waits until SITE_URL is set: no one else can open ${config.siteUrl}.`;
    return postpone(now + UNREACHABLE_MS, reason);
  }
  const formerSlugs = readFormerSlugs(transaction, article.id).map(({ slug }) => slug);
  const post = createPostContent(article, config.siteUrl, formerSlugs);
  if (row.state === 'sent' && row.fingerprint === fingerprintPost(post))
    return postpone(null, null);
  return { mayExist, isLive, post, account, connection };
}

/** True if the live page shows the current version of an article. */
function isUpToDate({ database }: CrossPoster, { id, slug }: ArticleRecord): boolean {
  return !isBeingPublished(database, id) && isPageLive(database, `/blog/${slug}`);
}

const hostOf: Record<CrossPostTarget, (options: CrossPostOptions) => string> = {
  dev: ({ dev }) => dev.url,
  medium: ({ medium }) => medium.apiUrl,
  linkedin: ({ linkedin }) => linkedin.apiUrl,
};

/** True if a URL is one of this machine. */
const isLocal = (url: string) =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/**
 * Posts an article, unless the service already has it: from an earlier attempt, as a draft from the feed,
 * or pasted by its author.
 * @param state.mayExist true if an earlier attempt may have succeeded
 * @param state.isLive true if the page of the article is live; otherwise the post is only searched for
 */
async function postArticle(
  client: CrossPostClient,
  account: Account,
  post: Post,
  { mayExist, isLive }: { mayExist: boolean; isLive: boolean },
): Promise<Outcome> {
  if (client.changeable) {
    const found = await client.changeable.find(account, post);
    if (found.status === 'found') {
      return { status: 'sent', id: found.id, url: found.url, behind: true };
    }
    if (found.status === 'away') {
      const { status: _, ...why } = found;
      // This attempt sent nothing; the outcome of the earlier one is still unknown.
      if (mayExist && !found.refused) return { status: 'unknown', reason: found.reason };
      return { status: 'failed', mayRetry: true, ...why };
    }
  }
  if (!isLive) {
    const reason = 'The service does not have the article, and the article is not live.';
    return { status: 'failed', reason, mayRetry: true, retryAfter: null };
  }
  return client.post(account, post);
}

/** Updates the post of an article. Calling it twice has no further effect. */
async function updatePost(
  { changeable }: CrossPostClient,
  account: Account,
  post: Post,
  remoteId: string | null,
): Promise<Outcome> {
  const failed = (reason: string): Outcome => ({
    status: 'failed',
    reason,
    mayRetry: false,
    retryAfter: null,
  });
  if (!changeable) return failed('The service does not allow updates.');
  if (remoteId !== null) return changeable.update(account, remoteId, post);
  const found = await changeable.find(account, post);
  if (found.status === 'missing') return failed('The service does not have the post.');
  if (found.status === 'away') {
    const { status: _, ...why } = found;
    return { status: 'failed', mayRetry: true, ...why };
  }
  return changeable.update(account, found.id, post);
}
