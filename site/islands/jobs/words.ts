import type { Entry, OutboxFilter } from './job-calls.ts';

/** What each state is called, and how its chip looks. */
export const states = {
  waiting: ['Waiting', 'chip--draft'],
  running: ['Running', 'chip--draft'],
  done: ['Done', 'chip--live'],
  failed: ['Failed', 'chip--deleted'],
  unknown: ['Unknown', 'chip--deleted'],
  cancelled: ['Called off', ''],
} as const satisfies Record<Entry['state'], readonly [string, string]>;

/** What is done, by kind of work, of mail, or by service. */
const kinds: Record<Entry['kind'], string> = {
  publish: 'Publishing',
  release: 'All pages afresh',
  follow: 'Markdown copies and old addresses',
  compress: 'Compressed copies',
  refresh: 'Pages that show something new',
  share: 'Pictures for shared links',
  pictures: 'Forms of pictures',
  comments: 'Responses below an article',
  contact: 'Mail: message from the contact page',
  account: 'Mail: account',
  order: 'Mail: order',
  subscription: 'Mail: subscription',
  alert: 'Mail: alert',
  newsletter: 'Mail: newsletter',
  linkedin: 'Post on LinkedIn',
  dev: 'Post on dev.to',
  medium: 'Post on Medium',
};

export const kindOf = ({ kind }: Entry): string => kinds[kind];

/** Its headline: the article or the mail, else the work itself. */
export const titleOf = (entry: Entry): string => entry.subject || kindOf(entry);

/** What became of it, in a sentence; empty where the state says it all. */
export function storyOf({ state, source, nextAt }: Entry): string {
  if (state === 'failed') return 'Given up, until it is tried again.';
  if (state === 'unknown') {
    return 'The connection was lost on the way: it may have arrived or not. It is not sent again unless you say so.';
  }
  if (state === 'waiting' && nextAt === null) {
    return source === 'posts' ? 'Waits until the article is live and the service connected.' : '';
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
    text: 'Nobody knows whether it has arrived. Sent again, it may be there twice. Look over there first.',
    confirm: 'Send it again',
    decline: 'Leave it',
  };
}

/** What is asked before something is called off. */
export function questionBeforeCancel(entry: Entry): Question | null {
  if (entry.kind !== 'publish' || entry.state !== 'waiting') return null;
  return {
    title: `Call off publishing “${titleOf(entry)}”?`,
    text: 'Readers keep what they have now, and the page differs from what is stored, until the article is saved again or this job is tried again.',
    confirm: 'Call it off',
    decline: 'Let it go on',
  };
}

export const emptyWords: Record<OutboxFilter, readonly [string, string]> = {
  all: ['Nothing yet', 'What is published, mailed and posted stands here, with what became of it.'],
  waiting: ['Nothing waits', 'Everything has been worked off.'],
  done: ['Nothing was done yet', 'Finished work of publishing stays here for a week.'],
  trouble: ['No trouble', 'Nothing failed, and of everything it is known what became of it.'],
};
