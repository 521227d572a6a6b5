import { useCallback, useEffect, useState } from 'react';
import {
  type CrossPostFilter,
  type CrossPostLog,
  type CrossPostQuery,
  isMoving,
  listConnections,
} from '../../client/connection-api.ts';
import { pluralize } from '../../format/pluralize.ts';
import { ListPage, loadFrom, useList } from '../ui/ListPage.tsx';
import { EmptyState, ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { usePolling } from '../ui/timers.ts';
import { type RunAction, useAction } from '../ui/use-action.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { CrossPostRow } from './CrossPostRow.tsx';

const filters: { value: CrossPostFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'sent', name: 'Posted' },
  { value: 'failed', name: 'Needs attention' },
];

const spec = {
  defaults: { show: 'all', page: 1 } as CrossPostQuery,
  allowed: { show: filters },
  load: loadFrom<CrossPostLog>('/api/admin/cross-posts'),
};

interface CrossPostLogSectionProps {
  /** Increases with every change on the page, after which the list is reloaded. */
  round: number;
  runAction: RunAction;
}

/** Connected services for cross-posts, and the log of cross-posts. */
export function ConnectionsPage() {
  const load = useCallback((signal: AbortSignal) => listConnections(signal), []);
  const { loaded, reload } = useFetch(load);
  // A new connection starts the cross-posts that waited for it.
  const [round, setRound] = useState(0);
  const { runAction, dialog } = useAction(() => {
    reload();
    setRound((current) => current + 1);
  });
  const list = loaded.value;
  return (
    <>
      <section aria-labelledby="connections-title">
        <div className="page-title list__head">
          <h1 id="connections-title">Connections</h1>
          <p className="connections__lead">
            Articles are cross-posted to these services once they are live here and the service is
            selected in the editor. Each post links to the article here as the original.
          </p>
        </div>
        {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
        {loaded.state === 'loading' && !list && <ListSkeleton label="Loading the connections" />}
        <div className="connections">
          {list?.connections.map((connection) => (
            <ConnectionCard key={connection.target} connection={connection} runAction={runAction} />
          ))}
        </div>
      </section>
      <CrossPostLogSection round={round} runAction={runAction} />
      {dialog}
    </>
  );
}

/** The cross-post log: each article at each service, newest first. */
function CrossPostLogSection({ round, runAction }: CrossPostLogSectionProps) {
  const list = useList(spec);
  const { loaded, reload } = list;
  useEffect(() => {
    if (round > 0) reload();
  }, [round, reload]);
  usePolling(loaded.state === 'ready' && loaded.value.posts.some(isMoving), reload);
  return (
    <div className="post-log">
      <ListPage
        list={list}
        title="Cross-posts"
        heading="h2"
        filter={{ name: 'show', options: filters }}
        loading="Loading the cross-posts"
        summary={summaryOf}
        empty={<NoCrossPosts show={list.query.show} />}
      >
        {({ posts }) => (
          <ul className="entries">
            {posts.map((post) => (
              <li key={post._id}>
                <CrossPostRow post={post} runAction={runAction} />
              </li>
            ))}
          </ul>
        )}
      </ListPage>
    </div>
  );
}

function summaryOf({ result, waiting, failed }: CrossPostLog): string {
  return `${pluralize(result, 'cross-post')}, ${waiting} waiting, ${failed} failed in total`;
}

function NoCrossPosts({ show }: { show: CrossPostFilter }) {
  const [title, text] = (
    {
      all: [
        'No cross-posts yet',
        'Select LinkedIn, Dev or Medium in the editor; the result appears here.',
      ],
      waiting: ['Nothing is waiting', 'All cross-posts have been sent or have failed.'],
      sent: ['No published cross-posts yet', 'Published cross-posts appear here with a link.'],
      failed: ['No failures', 'No failed or unconfirmed cross-posts.'],
    } as const
  )[show];
  return <EmptyState title={title}>{text}</EmptyState>;
}
