import { useEffect } from 'react';
import {
  type CrossPostFilter,
  type CrossPostLog,
  type CrossPostQuery,
  listPosts,
} from '../../client/connection-calls.ts';
import { pluralize } from '../../format/pluralize.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { isMoving } from '../ui/post-states.ts';
import type { Act } from '../ui/use-act.tsx';
import { useList } from '../ui/use-list.tsx';
import { useReloadWhile } from '../ui/use-reload-while.ts';
import { CrossPostRow } from './CrossPostRow.tsx';

const filters: { value: CrossPostFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'sent', name: 'Posted' },
  { value: 'trouble', name: 'Needs attention' },
];
const spec = {
  defaults: { show: 'all', page: 1 } as CrossPostQuery,
  allowed: { show: filters },
  load: listPosts,
};

interface Props {
  /** Increases with every change on the page, after which the list is reloaded. */
  round: number;
  act: Act;
}

/** The cross-post log: each article at each service, newest first. */
export function LedgerSection({ round, act }: Props) {
  const list = useList(spec);
  const { loaded, reload } = list;
  useEffect(() => {
    if (round > 0) reload();
  }, [round, reload]);
  useReloadWhile(loaded.state === 'ready' && loaded.value.posts.some(isMoving), reload);
  return (
    <div className="ledger">
      <ListPage
        list={list}
        title="Cross-posts"
        heading="h2"
        filter={{ name: 'show', options: filters }}
        loading="Loading the cross-posts"
        summary={summaryOf}
        empty={<Empty show={list.query.show} />}
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
      </ListPage>
    </div>
  );
}

function summaryOf({ result, waiting, trouble }: CrossPostLog): string {
  return `${pluralize(result, 'cross-post')}, ${waiting} waiting, ${trouble} failed in total`;
}

function Empty({ show }: { show: CrossPostFilter }) {
  const [title, text] = (
    {
      all: [
        'No cross-posts yet',
        'Select LinkedIn, Dev or Medium in the editor; the result appears here.',
      ],
      waiting: ['Nothing waits', 'All cross-posts have been sent or have failed.'],
      sent: ['No published cross-posts yet', 'Published cross-posts appear here with a link.'],
      trouble: ['No failures', 'No failed or unconfirmed cross-posts.'],
    } as const
  )[show];
  return <EmptyState title={title}>{text}</EmptyState>;
}
