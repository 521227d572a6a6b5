import { useEffect } from 'react';
import type { OutboxQuery } from '#contracts/job.ts';
import { editPath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { UtcTime } from '../ui/UtcTime.tsx';
import { useGathered } from '../ui/use-gathered.ts';
import { useLive } from '../ui/use-live.ts';
import { useReloadWhile } from '../ui/use-reload-while.ts';
import { BackupsSection } from './BackupsSection.tsx';
import {
  cancelEntry,
  cancelQuestion,
  type Entry,
  emptyWords,
  kindOf,
  listOutbox,
  type Outbox,
  type OutboxFilter,
  type OutboxSource,
  resultText,
  retryEntry,
  retryQuestion,
  states,
  titleOf,
} from './jobs.ts';

interface JobRowProps {
  entry: Entry;
  onAgain(): void;
  onCancel(): void;
}

interface ShelvesProps {
  counts: Outbox['counts'] | null;
  chosen: OutboxSource | 'all';
  onChoose(source: OutboxSource | 'all'): void;
}

const sources = [
  { value: 'publishing', name: 'Publishing' },
  { value: 'mail', name: 'Email' },
  { value: 'posts', name: 'Cross-posts' },
] as const satisfies { value: OutboxSource; name: string }[];

/** Milliseconds that events of the publisher are collected before the list is loaded once. */
const GATHER_MS = 250;
/** Milliseconds between loads for emails and cross-posts, which send no events. */
const POLL_MS = 10_000;
/** Delay in milliseconds below which a waiting job counts as running. */
const SOON_MS = 30_000;

const filters: { value: OutboxFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'done', name: 'Done' },
  { value: 'trouble', name: 'Needs attention' },
];
const spec = {
  defaults: { source: 'all', show: 'all', page: 1 } as OutboxQuery,
  allowed: { source: sources, show: filters },
  load: listOutbox,
};

/** True if the job will change within moments. */
const isMoving = ({ state, nextAt }: Entry) =>
  state === 'running' ||
  (state === 'waiting' && nextAt !== null && Date.parse(nextAt) - Date.now() < SOON_MS);

/** Jobs of the publisher, emails and cross-posts. The list follows their progress. */
export function JobsPage() {
  const list = useList(spec);
  const { query, ask, loaded, value, reload } = list;
  useReloadWhile(loaded.state === 'ready' && loaded.value.entries.some(isMoving), reload);
  const scheduleReload = useGathered(reload, GATHER_MS);
  useLive('jobs', scheduleReload);
  useEffect(() => {
    const reloadIfVisible = () => document.visibilityState === 'visible' && scheduleReload();
    const poll = setInterval(reloadIfVisible, POLL_MS);
    document.addEventListener('visibilitychange', reloadIfVisible);
    return () => {
      clearInterval(poll);
      document.removeEventListener('visibilitychange', reloadIfVisible);
    };
  }, [scheduleReload]);

  function run(
    entry: Entry,
    question: ReturnType<typeof retryQuestion>,
    call: (entry: Entry) => Promise<unknown>,
    msg: string,
  ) {
    const onConfirm = () =>
      void list.act(
        () => call(entry).then(() => ({ msg })),
        `“${titleOf(entry)}” was not changed.`,
      );
    if (!question) return onConfirm();
    const { text, ...labels } = question;
    list.open((onClose) => (
      <AskDialog {...labels} onConfirm={onConfirm} onClose={onClose}>
        {text}
      </AskDialog>
    ));
  }
  const [emptyTitle, emptyText] = emptyWords[query.show];
  return (
    <>
      <ListPage
        list={list}
        title="Jobs"
        lead={
          <Shelves
            counts={value?.counts ?? null}
            chosen={query.source}
            onChoose={(source) => ask({ source })}
          />
        }
        filter={{ name: 'show', options: filters }}
        loading="Loading the jobs"
        summary={({ result }) => pluralize(result, 'job')}
        empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
      >
        {({ entries }) => (
          <ul className="jobs">
            {entries.map((entry) => (
              <li key={`${entry.source} ${entry.id}`}>
                <JobRow
                  entry={entry}
                  onAgain={() =>
                    run(entry, retryQuestion(entry), retryEntry, 'The job will be retried.')
                  }
                  onCancel={() =>
                    run(
                      entry,
                      cancelQuestion(entry),
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
      <BackupsSection />
    </>
  );
}

/** The three queues with their pending and failed counts; pressing one filters the list. */
function Shelves({ counts, chosen, onChoose }: ShelvesProps) {
  return (
    <ul className="shelves">
      {sources.map(({ value, name }) => {
        const count = counts?.[value];
        return (
          <li key={value}>
            <button
              type="button"
              className="shelf"
              aria-pressed={chosen === value}
              onClick={() => onChoose(chosen === value ? 'all' : value)}
            >
              <strong>{name}</strong>
              <span>{count ? `${count.waiting} waiting` : ' '}</span>
              <span className={count?.trouble ? 'shelf__trouble' : undefined}>
                {count ? `${count.trouble} failed` : ' '}
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
  const { source, id, state, subject, article, to, error, nextAt, createdAt, again } = entry;
  const [name, chip] = states[state];
  const titleId = `job-${source}-${id}`;
  const title = titleOf(entry);
  const of = (
    <span className="quiet">
      {' '}
      {kindOf(entry)} {subject}
    </span>
  );
  const story = resultText(entry);
  return (
    <article className="job" aria-labelledby={titleId}>
      <p className="meta">
        <span className={`chip ${chip}`}>{name}</span>
        <UtcTime iso={createdAt} />
        {subject !== '' && <span>{kindOf(entry)}</span>}
        {entry.attempts > 0 && <span>{pluralize(entry.attempts, 'attempt')}</span>}
      </p>
      <h2 id={titleId} dir="auto">
        {article ? <a href={editPath(article)}>{title}</a> : title}
      </h2>
      {to !== null && <p className="job__to">to {to}</p>}
      {(story !== '' || nextAt !== null) && (
        <p className="job__story">
          {story}
          {nextAt !== null && entry.attempts > 0 && (
            <>
              {' '}
              Next try: <UtcTime iso={nextAt} />
            </>
          )}
        </p>
      )}
      {error !== null && <p className="job__error">{error}</p>}
      <p className="job__actions">
        {again && (
          <button type="button" className="button button--small" onClick={onAgain}>
            Try again{of}
          </button>
        )}
        {entry.cancel && (
          <button type="button" className="button button--small" onClick={onCancel}>
            {state === 'failed' ? 'Dismiss' : 'Cancel'}
            {of}
          </button>
        )}
      </p>
    </article>
  );
}
