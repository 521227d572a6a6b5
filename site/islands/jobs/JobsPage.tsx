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
import { callOff, type Entry, listOutbox, type OutboxFilter, tryAgain } from './job-calls.ts';
import { Shelves, sources } from './Shelves.tsx';
import { emptyWords, questionBeforeAgain, questionBeforeCancel, titleOf } from './words.ts';

/** Milliseconds that events of the publisher are collected before the list is loaded once. */
const GATHER_MS = 250;
/** Milliseconds between loads for emails and cross-posts, which send no events. */
const LOOK_EVERY_MS = 10_000;
/** Delay in milliseconds below which a waiting job counts as running. */
const SOON_MS = 30_000;

const filters: { value: OutboxFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'done', name: 'Done' },
  { value: 'trouble', name: 'Needs attention' },
];
const spec = {
  usual: { source: 'all', show: 'all', page: 1 } as OutboxQuery,
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
  const gather = useGathered(reload, GATHER_MS);
  useLive('jobs', gather);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && gather();
    const looks = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(looks);
      document.removeEventListener('visibilitychange', look);
    };
  }, [gather]);

  function run(
    entry: Entry,
    question: ReturnType<typeof questionBeforeAgain>,
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
                    run(entry, questionBeforeAgain(entry), tryAgain, 'The job will be retried.')
                  }
                  onCancel={() =>
                    run(
                      entry,
                      questionBeforeCancel(entry),
                      callOff,
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
