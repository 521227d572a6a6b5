import type {
  OutboxEntry,
  OutboxFilter,
  OutboxQuery,
  OutboxResponse,
  OutboxSource,
} from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';

/** Label and chip of each state. */
export const states = {
  waiting: ['Waiting', 'chip--draft'],
  running: ['Running', 'chip--draft'],
  done: ['Done', 'chip--live'],
  failed: ['Failed', 'chip--deleted'],
  unknown: ['Unknown', 'chip--deleted'],
  cancelled: ['Cancelled', ''],
} as const satisfies Record<Entry['state'], readonly [string, string]>;

/** Labels by kind of job, by kind of email, or by service. */
const kinds: Record<Entry['kind'], string> = {
  publish: 'Publishing',
  release: 'Full rebuild',
  follow: 'Markdown copies and redirects',
  compress: 'Compressed copies',
  refresh: 'Page refresh',
  share: 'Open Graph images',
  pictures: 'Image variants',
  comments: 'Comments of an article',
  push: 'Copy to the public bucket',
  store: 'Uploads to the bucket',
  content: 'Pages of your own files',
  contact: 'Email: message from the contact page',
  account: 'Email: account',
  order: 'Email: order',
  subscription: 'Email: subscription',
  alert: 'Email: alert',
  newsletter: 'Email: newsletter',
  problem: 'Email: problem',
  linkedin: 'Post on LinkedIn',
  dev: 'Post on dev.to',
  medium: 'Post on Medium',
};

export const kindOf = ({ kind }: Entry): string => kinds[kind];

/** Returns the title of a row: that of the article or email, otherwise the kind of job. */
export const titleOf = (entry: Entry): string => entry.subject || kindOf(entry);

interface Question {
  title: string;
  text: string;
  confirm: string;
  decline: string;
}

export const emptyWords: Record<OutboxFilter, readonly [string, string]> = {
  all: ['No jobs yet', 'Published articles, emails and cross-posts appear here with their status.'],
  waiting: ['Nothing waits', 'The queue is empty.'],
  done: ['Nothing was done yet', 'Finished publishing jobs stay here for a week.'],
  trouble: ['No failures', 'No failed or unconfirmed items.'],
};

export type Entry = OutboxEntry;
export type Outbox = OutboxResponse;
export type { OutboxFilter, OutboxSource };

export function listOutbox(query: OutboxQuery, signal: AbortSignal): Promise<Outbox> {
  const search = new URLSearchParams({ ...query, page: String(query.page) });
  return callApi('GET', `/api/admin/jobs?${search}`, { signal });
}

const places = {
  publishing: '/api/jobs',
  mail: '/api/admin/mails',
  posts: '/api/admin/cross-posts',
} as const satisfies Record<OutboxSource, string>;

const address = ({ source, id }: Entry) => `${places[source]}/${encodeURIComponent(id)}`;

export const retryEntry = (entry: Entry): Promise<unknown> =>
  callApi('POST', `${address(entry)}/retry`);
export const cancelEntry = (entry: Entry): Promise<unknown> =>
  callApi('POST', `${address(entry)}/cancel`);

/** Returns the result as a sentence; empty if the state is sufficient. */
export function resultText({ state, source, nextAt }: Entry): string {
  if (state === 'failed') return 'Failed. It will not be retried automatically.';
  if (state === 'unknown') {
    return 'The connection was lost, so it may or may not have been delivered. It will not be retried automatically.';
  }
  if (state === 'waiting' && nextAt === null) {
    return source === 'posts'
      ? 'Waiting until the article is live and the service is connected.'
      : '';
  }
  return '';
}

/** Returns the question before a retry; null if a retry is harmless. */
export function retryQuestion(entry: Entry): Question | null {
  if (entry.state !== 'unknown') return null;
  return {
    title: `Send “${titleOf(entry)}” again?`,
    text: 'It may already have been delivered. Check the destination first; retrying could create a duplicate.',
    confirm: 'Send it again',
    decline: 'Leave it',
  };
}

/** Returns the question before a cancellation. */
export function cancelQuestion(entry: Entry): Question | null {
  if (entry.kind !== 'publish' || entry.state !== 'waiting') return null;
  return {
    title: `Cancel publishing “${titleOf(entry)}”?`,
    text: 'Readers keep seeing the current page until the article is saved again or this job is retried.',
    confirm: 'Cancel job',
    decline: 'Keep running',
  };
}
