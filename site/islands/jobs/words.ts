import type { Entry, OutboxFilter } from './job-calls.ts';

/** What each state is called, and how its chip looks. */
export const states = {
  waiting: ['Waiting', 'chip--draft'],
  running: ['Running', 'chip--draft'],
  done: ['Done', 'chip--live'],
  failed: ['Failed', 'chip--deleted'],
  unknown: ['Unknown', 'chip--deleted'],
  cancelled: ['Cancelled', ''],
} as const satisfies Record<Entry['state'], readonly [string, string]>;

/** What is done, by kind of work, of mail, or by service. */
const kinds: Record<Entry['kind'], string> = {
  publish: 'Publishing',
  release: 'Full rebuild',
  follow: 'Markdown copies and redirects',
  compress: 'Compressed copies',
  refresh: 'Page refresh',
  share: 'Open Graph images',
  pictures: 'Image variants',
  comments: 'Comments of an article',
  push: 'Copy to the bucket',
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

/** Its headline: the article or the mail, else the work itself. */
export const titleOf = (entry: Entry): string => entry.subject || kindOf(entry);

/** What became of it, in a sentence; empty where the state says it all. */
export function storyOf({ state, source, nextAt }: Entry): string {
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

interface Question {
  title: string;
  text: string;
  confirm: string;
  decline: string;
}

/** What is asked before something is tried again; null where nothing can go wrong. */
export function questionBeforeAgain(entry: Entry): Question | null {
  if (entry.state !== 'unknown') return null;
  return {
    title: `Send “${titleOf(entry)}” again?`,
    text: 'It may already have been delivered. Check the destination first; retrying could create a duplicate.',
    confirm: 'Send it again',
    decline: 'Leave it',
  };
}

/** What is asked before something is called off. */
export function questionBeforeCancel(entry: Entry): Question | null {
  if (entry.kind !== 'publish' || entry.state !== 'waiting') return null;
  return {
    title: `Cancel publishing “${titleOf(entry)}”?`,
    text: 'Readers keep seeing the current page until the article is saved again or this job is retried.',
    confirm: 'Cancel job',
    decline: 'Keep running',
  };
}

export const emptyWords: Record<OutboxFilter, readonly [string, string]> = {
  all: ['No jobs yet', 'Published articles, emails and cross-posts appear here with their status.'],
  waiting: ['Nothing waits', 'The queue is empty.'],
  done: ['Nothing was done yet', 'Finished publishing jobs stay here for a week.'],
  trouble: ['No failures', 'No failed or unconfirmed items.'],
};
