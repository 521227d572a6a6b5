import { useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { counted } from '../../lib/format.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Choices } from '../Choices.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { sentence } from '../use-loaded.ts';
import { JobRow } from './JobRow.tsx';
import {
  callOff,
  type Entry,
  type OutboxFilter,
  type OutboxSource,
  tryAgain,
} from './job-calls.ts';
import { Shelves } from './Shelves.tsx';
import { useOutbox } from './use-outbox.ts';
import { emptyWords, questionBeforeAgain, questionBeforeCancel, titleOf } from './words.ts';

const filters = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'done', name: 'Done' },
  { value: 'trouble', name: 'Trouble' },
] as const satisfies { value: OutboxFilter; name: string }[];

/** A question, and what is done when it is answered with yes. */
interface Asked {
  question: NonNullable<ReturnType<typeof questionBeforeAgain>>;
  yes(): void;
}

/** All that is worked off beside the requests: publishing, mails, posts elsewhere. */
export function JobsPage() {
  const [source, setSource] = useState<OutboxSource | 'all'>('all');
  const [show, setShow] = useState<OutboxFilter>('all');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { loaded, list, reload } = useOutbox({ source, show, page });

  async function act(entry: Entry, call: (entry: Entry) => Promise<unknown>, message: string) {
    try {
      await call(entry);
      void showToast({ type: 'SUCCESS', message });
    } catch (error) {
      const reason = `“${titleOf(entry)}” stays as it was. ${sentence(error)}`;
      void showToast({ type: 'error', message: reason });
    }
    reload();
  }
  function ask(question: Asked['question'] | null, yes: () => void) {
    if (question) setAsked({ question, yes });
    else yes();
  }
  const again = (entry: Entry) =>
    ask(questionBeforeAgain(entry), () => void act(entry, tryAgain, 'It is tried again.'));
  const cancel = (entry: Entry) =>
    ask(
      questionBeforeCancel(entry),
      () =>
        void act(entry, callOff, entry.state === 'failed' ? 'Put aside.' : 'It was called off.'),
    );
  const [emptyTitle, emptyText] = emptyWords[show];

  return (
    <section aria-labelledby="jobs-title">
      <div className="page-title inbox__title">
        <h1 id="jobs-title">Jobs</h1>
        <Shelves
          counts={list?.counts ?? null}
          chosen={source}
          onChoose={(next) => {
            setSource(next);
            setPage(1);
          }}
        />
      </div>
      <div className="inbox__filters">
        <Choices
          name="show"
          choices={filters}
          chosen={show}
          onChoose={(next) => {
            setShow(next);
            setPage(1);
          }}
        />
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the jobs"
        summary={({ result }) => counted(result, 'job')}
        empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
      >
        {({ entries }) => (
          <ul className="jobs">
            {entries.map((entry) => (
              <li key={`${entry.source} ${entry.id}`}>
                <JobRow entry={entry} onAgain={() => again(entry)} onCancel={() => cancel(entry)} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      {asked && (
        <AskDialog
          title={asked.question.title}
          confirm={asked.question.confirm}
          decline={asked.question.decline}
          onConfirm={asked.yes}
          onClose={() => setAsked(null)}
        >
          {asked.question.text}
        </AskDialog>
      )}
    </section>
  );
}
