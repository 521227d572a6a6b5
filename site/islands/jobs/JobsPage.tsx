import { useEffect } from 'react';
import type {
  JobListEntry,
  JobListFilter,
  JobListQuery,
  JobListResponse,
  JobListSource,
} from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';
import { editPath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { followEvents } from '../../stores/live.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { ListPage, loadFrom, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useDebouncedCallback, usePolling } from '../ui/timers.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import { BackupsSection } from './BackupsSection.tsx';

interface JobRowProps {
  entry: JobListEntry;
  onAgain(): Promise<void>;
  onCancel(): Promise<void>;
}

interface QueueSummaryProps {
  counts: JobListResponse['counts'] | null;
  chosen: JobListSource | 'all';
  onChoose(source: JobListSource | 'all'): void;
}

const sources = [
  { value: 'publishing', name: 'Publishing' },
  { value: 'mail', name: 'Email' },
  { value: 'posts', name: 'Cross-posts' },
] as const satisfies { value: JobListSource; name: string }[];

/** Milliseconds that events of the publisher are collected before the list is loaded once. */
const GATHER_MS = 250;
/** Milliseconds between loads for emails and cross-posts, which send no events. */
const POLL_MS = 10_000;
/** Delay in milliseconds below which a waiting job counts as running. */
const SOON_MS = 30_000;

const filters: { value: JobListFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'done', name: 'Done' },
  { value: 'failed', name: 'Needs attention' },
];
const spec = {
  defaults: { source: 'all', show: 'all', page: 1 } as JobListQuery,
  allowed: { source: sources, show: filters },
  load: loadFrom<JobListResponse>('/api/admin/jobs'),
};

/** True if the job will change within moments. */
const isMoving = ({ state, nextAt }: JobListEntry) =>
  state === 'running' ||
  (state === 'waiting' && nextAt !== null && Date.parse(nextAt) - Date.now() < SOON_MS);

/** Jobs of the publisher, emails and cross-posts. The list follows their progress. */
export function JobsPage() {
  const list = useList(spec);
  const { query, changeQuery, loaded, value, reload } = list;
  usePolling(loaded.state === 'ready' && loaded.value.entries.some(isMoving), reload);
  const scheduleReload = useDebouncedCallback(reload, GATHER_MS);
  useEffect(
    () => followEvents('jobs', { event: scheduleReload, joined: scheduleReload }),
    [scheduleReload],
  );
  useEffect(() => {
    const reloadIfVisible = () => document.visibilityState === 'visible' && scheduleReload();
    const poll = setInterval(reloadIfVisible, POLL_MS);
    document.addEventListener('visibilitychange', reloadIfVisible);
    return () => {
      clearInterval(poll);
      document.removeEventListener('visibilitychange', reloadIfVisible);
    };
  }, [scheduleReload]);

  async function run(
    entry: JobListEntry,
    confirmation: ReturnType<typeof retryConfirmation>,
    call: (entry: JobListEntry) => Promise<unknown>,
    msg: string,
  ) {
    const onConfirm = () =>
      list.runAction(
        () => call(entry).then(() => ({ msg })),
        `“${titleOf(entry)}” was not changed.`,
      );
    if (!confirmation) return void (await onConfirm());
    const { text, ...labels } = confirmation;
    list.open((onClose) => (
      <ConfirmDialog {...labels} onConfirm={onConfirm} onClose={onClose}>
        {text}
      </ConfirmDialog>
    ));
  }
  const [emptyTitle, emptyText] = emptyMessages[query.show];
  return (
    <ListPage
      list={list}
      title="Jobs and backups"
      above={
        <>
          <BackupsSection />
          <QueueSummary
            counts={value?.counts ?? null}
            chosen={query.source}
            onChoose={(source) => changeQuery({ source })}
          />
        </>
      }
      filter={{ name: 'show', options: filters }}
      loading="Loading the jobs"
      summary={({ result }) => pluralize(result, 'job')}
      empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
    >
      {({ entries }) => (
        <ul className="entries">
          {entries.map((entry) => (
            <li key={`${entry.source} ${entry.id}`}>
              <JobRow
                entry={entry}
                onAgain={() =>
                  run(entry, retryConfirmation(entry), retryEntry, 'The job will be retried.')
                }
                onCancel={() =>
                  run(
                    entry,
                    cancelConfirmation(entry),
                    cancelEntry,
                    entry.state === 'failed' ? 'Dismissed.' : 'Cancelled.',
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

/** The three queues with their pending and failed counts; pressing one filters the list. */
function QueueSummary({ counts, chosen, onChoose }: QueueSummaryProps) {
  return (
    <ul className="queue-summary">
      {sources.map(({ value, name }) => {
        const count = counts?.[value];
        return (
          <li key={value}>
            <button
              type="button"
              className="queue-summary__queue"
              aria-pressed={chosen === value}
              onClick={() => onChoose(chosen === value ? 'all' : value)}
            >
              <strong>{name}</strong>
              <span>{count ? `${count.waiting} waiting` : ' '}</span>
              <span className={count?.failed ? 'queue-summary__failed' : undefined}>
                {count ? `${count.failed} failed` : ' '}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A job with its state and actions. */
function JobRow({ entry, onAgain, onCancel }: JobRowProps) {
  const { source, id, state, subject, article, to, error, nextAt, createdAt, canRetry } = entry;
  const [name, chip] = states[state];
  const titleId = `job-${source}-${id}`;
  const title = titleOf(entry);
  const of = `${kindOf(entry)} ${subject}`;
  const story = resultText(entry);
  return (
    <article className="entry" aria-labelledby={titleId}>
      <p className="meta">
        <span className={`chip ${chip}`}>{name}</span>
        <ZonedTime iso={createdAt} />
        {subject !== '' && <span>{kindOf(entry)}</span>}
        {entry.attempts > 0 && <span>{pluralize(entry.attempts, 'attempt')}</span>}
      </p>
      <h2 id={titleId} dir="auto">
        {article ? <a href={editPath(article)}>{title}</a> : title}
      </h2>
      {to !== null && <p className="entry__person">to {to}</p>}
      {(story !== '' || nextAt !== null) && (
        <p className="entry__story">
          {story}
          {nextAt !== null && entry.attempts > 0 && (
            <>
              {' '}
              Next try: <ZonedTime iso={nextAt} />
            </>
          )}
        </p>
      )}
      {error !== null && <p className="entry__error">{error}</p>}
      <p className="entry__actions">
        {canRetry && <SmallButton label="Try again" of={of} onPress={onAgain} />}
        {entry.canCancel && (
          <SmallButton
            label={state === 'failed' ? 'Dismiss' : 'Cancel'}
            of={of}
            onPress={onCancel}
          />
        )}
      </p>
    </article>
  );
}

/** Label and chip of each state. */
const states = {
  waiting: ['Waiting', 'chip--draft'],
  running: ['Running', 'chip--draft'],
  done: ['Done', 'chip--live'],
  failed: ['Failed', 'chip--deleted'],
  unknown: ['Unknown', 'chip--deleted'],
  cancelled: ['Cancelled', ''],
} as const satisfies Record<JobListEntry['state'], readonly [string, string]>;

/** Labels by kind of job, by kind of email, or by service. */
const kinds: Record<JobListEntry['kind'], string> = {
  publish: 'Publishing',
  release: 'Full rebuild',
  follow: 'Markdown copies and redirects',
  compress: 'Compressed copies',
  refresh: 'Page refresh',
  'og-images': 'Open Graph images',
  images: 'Image variants',
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

const kindOf = ({ kind }: JobListEntry): string => kinds[kind];

/** Returns the title of a row: that of the article or email, otherwise the kind of job. */
const titleOf = (entry: JobListEntry): string => entry.subject || kindOf(entry);

interface Confirmation {
  title: string;
  text: string;
  confirm: string;
  decline: string;
}

const emptyMessages: Record<JobListFilter, readonly [string, string]> = {
  all: ['No jobs yet', 'Published articles, emails and cross-posts appear here with their status.'],
  waiting: ['Nothing is waiting', 'The queue is empty.'],
  done: ['No finished jobs yet', 'Finished publishing jobs stay here for a week.'],
  failed: ['No failures', 'No failed or unconfirmed items.'],
};

const places = {
  publishing: '/api/jobs',
  mail: '/api/admin/emails',
  posts: '/api/admin/cross-posts',
} as const satisfies Record<JobListSource, string>;

const jobApiPath = ({ source, id }: JobListEntry) => `${places[source]}/${encodeURIComponent(id)}`;

const retryEntry = (entry: JobListEntry): Promise<unknown> =>
  callApi('POST', `${jobApiPath(entry)}/retry`);
const cancelEntry = (entry: JobListEntry): Promise<unknown> =>
  callApi('POST', `${jobApiPath(entry)}/cancel`);

/** Returns the result as a sentence; empty if the state is sufficient. */
function resultText({ state, source, nextAt }: JobListEntry): string {
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

/** Returns the confirmation before a retry; null if a retry is harmless. */
function retryConfirmation(entry: JobListEntry): Confirmation | null {
  if (entry.state !== 'unknown') return null;
  return {
    title: `Send “${titleOf(entry)}” again?`,
    text: 'It may already have been delivered. Check the destination first; retrying could create a duplicate.',
    confirm: 'Send it again',
    decline: 'Leave it',
  };
}

/** Returns the confirmation before a cancellation. */
function cancelConfirmation(entry: JobListEntry): Confirmation | null {
  if (entry.kind !== 'publish' || entry.state !== 'waiting') return null;
  return {
    title: `Cancel publishing “${titleOf(entry)}”?`,
    text: 'Readers keep seeing the current page until the article is saved again or this job is retried.',
    confirm: 'Cancel job',
    decline: 'Keep running',
  };
}
