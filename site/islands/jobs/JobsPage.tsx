import { useEffect } from 'react';
import type { OutboxQuery } from '#contracts/outbox.ts';
import { pluralize } from '../../format/pluralize.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useGathered } from '../ui/use-gathered.ts';
import { useList } from '../ui/use-list.tsx';
import { useLive } from '../ui/use-live.ts';
import { useReloadWhile } from '../ui/use-reload-while.ts';
import { BackupsSection } from './BackupsSection.tsx';
import { JobRow } from './JobRow.tsx';
import { cancelEntry, type Entry, listOutbox, type OutboxFilter, retryEntry } from './job-calls.ts';
import { Shelves, sources } from './Shelves.tsx';
import { cancelQuestion, emptyWords, retryQuestion, titleOf } from './words.ts';

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
