import { useCallback, useState } from 'react';
import { counted } from '../../lib/format.ts';
import type { Act } from '../account/use-account.ts';
import { Choices } from '../Choices.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { useLoaded } from '../use-loaded.ts';
import { useReloadWhile } from '../use-reload-while.ts';
import { CrossPostRow } from './CrossPostRow.tsx';
import { type CrossPostFilter, type Ledger, listPosts } from './connection-calls.ts';
import { isMoving } from './post-states.ts';

const filters: { value: CrossPostFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'sent', name: 'Posted' },
  { value: 'trouble', name: 'Trouble' },
];

interface Props {
  /** Grows with every change that was made on the page. */
  round: number;
  act: Act;
}

/** The ledger: each article at each service, newest first. */
export function LedgerSection({ round, act }: Props) {
  const [show, setShow] = useState<CrossPostFilter>('all');
  const [page, setPage] = useState(1);
  const load = useCallback(
    (signal: AbortSignal) => listPosts(show, page, signal),
    // Whatever was changed, the ledger may follow.
    [show, page, round],
  );
  const { loaded, reload } = useLoaded(load);
  // What has its turn now is soon posted: the ledger follows without being asked.
  const moving = loaded.state === 'ready' && loaded.value.posts.some(isMoving);
  useReloadWhile(moving, reload);
  return (
    <section className="ledger" aria-labelledby="ledger-title">
      <h2 id="ledger-title">Cross-posts</h2>
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
        loading="Loading the cross-posts"
        summary={summaryOf}
        empty={<Empty show={show} />}
      >
        {({ posts }) => (
          <ul className="posts">
            {posts.map((post) => (
              <li key={post._id}>
                <CrossPostRow post={post} act={act} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

function summaryOf({ result, waiting, trouble }: Ledger): string {
  return `${counted(result, 'post')}, ${waiting} waiting, ${trouble} in trouble in all`;
}

function Empty({ show }: { show: CrossPostFilter }) {
  const [title, text] = (
    {
      all: [
        'Nothing was posted elsewhere yet',
        'Tick LinkedIn, Dev or Medium in the editor: what becomes of it stands here.',
      ],
      waiting: ['Nothing waits', 'Every post has left, or could not.'],
      sent: ['Nothing is posted yet', 'What is there stands here, with a link to it.'],
      trouble: ['No trouble', 'Nothing failed, and of each post it is known what became of it.'],
    } as const
  )[show];
  return <EmptyState title={title}>{text}</EmptyState>;
}
