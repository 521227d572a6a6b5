import { type CrossPostTarget, crossPostTargets } from '#contracts/cross-post.ts';
import type { Queryable } from '../../db/client.ts';
import { type ArticleRecord, findArticleById } from '../../db/repositories/articles.ts';
import { type Connection, findConnection } from '../../db/repositories/connections.ts';
import {
  beginSending,
  beginUpdate,
  type CrossPost,
  hasDueCrossPost,
  isBeingPublished,
  isPageLive,
  listDueCrossPosts,
  postponeCrossPost,
} from '../../db/repositories/cross-posts.ts';
import { readFormerSlugs } from '../../db/repositories/former-slugs.ts';
import type {
  Account,
  CrossPostOptions,
  Outcome,
  Post,
} from '../../integrations/crosspost/client.ts';
import { postOnce, updateOnce } from './call.ts';
import { composePost, fingerprintOf } from './compose.ts';
import { openAccount, stateOf } from './connection-state.ts';
import type { CrossPostContext } from './context.ts';
import type { Rests } from './rests.ts';
import { settlePost, settleUpdate } from './settle.ts';

/** Milliseconds one attempt may take at most; the calls it makes are below it. */
const LEASE_MS = 180_000;
/** Milliseconds until a page that is on its way is looked for again. */
const LIVE_LOOK_MS = 1000;
/** Milliseconds until a page is looked for again whose publishing has failed. */
const STUCK_LOOK_MS = 30_000;
/** Milliseconds until it is looked again whether others can open this site. */
const UNREACHABLE_LOOK_MS = 3_600_000;
/** Rows that one look goes through. */
const LOOK_MAX = 50;

/** What one process needs to post. */
export interface Postman extends CrossPostContext {
  /** Name of this process in claims. */
  holder: string;
  rests: Rests;
}

interface Task {
  kind: 'post' | 'update';
  row: CrossPost;
  /** Whether an earlier attempt may have succeeded. */
  doubtful: boolean;
  /** Whether readers have the page now; without it, it is only looked for. */
  inPlace: boolean;
  post: Post;
  account: Account;
  connection: Connection;
}

/** What was done, and how that ended. */
export interface Worked {
  row: Pick<CrossPost, 'publicId' | 'target' | 'attempts'>;
  kind: Task['kind'];
  outcome: Outcome;
}

/**
 * Does the next thing that is due: posts an article, or brings it up to date over there. Several
 * processes may call it at once. Nothing is said to a service before the intent is stored.
 * @returns what was done, or null when nothing is due
 */
export async function workOnNext(postman: Postman): Promise<Worked | null> {
  const { database, clock, rests } = postman;
  if (!hasDueCrossPost(database, clock())) return null;
  const task = await database.write((transaction) => claimNext(postman, transaction));
  if (!task) return null;
  const { kind, row, post, account, doubtful, inPlace } = task;
  const client = postman.crossPosting.clients[row.target];
  const outcome =
    kind === 'post'
      ? await postOnce(client, account, post, { doubtful, inPlace })
      : await updateOnce(client, account, post, row.remoteId);
  rests.note(row.target, outcome, clock());
  const ended = {
    row,
    outcome,
    connection: task.connection,
    fingerprint: fingerprintOf(post),
    findable: client.changeable !== null,
    doubtful,
    now: clock(),
  };
  await database.write((transaction) =>
    kind === 'post' ? settlePost(transaction, ended) : settleUpdate(transaction, ended),
  );
  return { row, kind, outcome };
}

/** Takes the first row that can be worked on, and puts off those that cannot. */
function claimNext(postman: Postman, transaction: Queryable): Task | null {
  const { clock, rests, holder } = postman;
  const now = clock();
  const resting = crossPostTargets.filter((target) => rests.isResting(target, now));
  for (const row of listDueCrossPosts(transaction, { now, resting, limit: LOOK_MAX })) {
    const ready = prepare(postman, transaction, row, now);
    if (!ready) continue;
    const until = now + LEASE_MS;
    if (row.state === 'sent') {
      return { ...ready, kind: 'update', row: beginUpdate(transaction, row.id, until) };
    }
    return { ...ready, kind: 'post', row: beginSending(transaction, row.id, { holder, until }) };
  }
  return null;
}

/** Everything a call needs, or null where it has to wait; then the row says for what. */
function prepare(
  postman: Postman,
  transaction: Queryable,
  row: CrossPost,
  now: number,
): Omit<Task, 'kind' | 'row'> | null {
  const { database, config, key } = postman;
  const article = findArticleById(database, row.articleId);
  const wait = (nextAt: number | null, reason?: string | null) => {
    postponeCrossPost(transaction, row.id, { nextAt, ...(reason !== undefined && { reason }) });
    return null;
  };
  const doubtful = row.state === 'unknown';
  const readable =
    article?.state === 'live' || (row.state === 'sent' && article?.state === 'archived');
  if (!article || (!readable && !doubtful)) return wait(null);
  const inPlace = readable && isInPlace(postman, article);
  if (!doubtful && !inPlace) {
    const moving = isBeingPublished(database, article.id);
    return wait(now + (moving ? LIVE_LOOK_MS : STUCK_LOOK_MS));
  }
  const connection = findConnection(transaction, row.target);
  const account = connection && openAccount(connection, key);
  if (!connection || !account || stateOf(connection, now) !== 'connected') {
    return wait(null, waitingFor(row.target));
  }
  if (isLocal(config.siteUrl) && !isLocal(hostOf[row.target](config.crossPosts))) {
    const reason = `Waits until SITE_URL is set: nobody else can open ${config.siteUrl}.`;
    return wait(now + UNREACHABLE_LOOK_MS, reason);
  }
  const former = readFormerSlugs(transaction, article.id).map(({ slug }) => slug);
  const post = composePost(article, config.siteUrl, former);
  if (row.state === 'sent' && row.fingerprint === fingerprintOf(post)) return wait(null, null);
  return { doubtful, inPlace, post, account, connection };
}

/** Whether readers get the present article: only then others are sent to it. */
function isInPlace({ database }: Postman, { id, slug }: ArticleRecord): boolean {
  return !isBeingPublished(database, id) && isPageLive(database, `/blog/${slug}`);
}

const hostOf: Record<CrossPostTarget, (options: CrossPostOptions) => string> = {
  dev: ({ dev }) => dev.url,
  medium: ({ medium }) => medium.apiUrl,
  linkedin: ({ linkedin }) => linkedin.apiUrl,
};

/** Whether an address is one of this machine alone. */
const isLocal = (url: string) =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

const waitingFor = (target: CrossPostTarget) =>
  target === 'medium' ? null : 'Waits until it is connected.';
