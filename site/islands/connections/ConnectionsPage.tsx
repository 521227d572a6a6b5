import { useCallback, useState } from 'react';
import { listConnections } from '../../client/connection-calls.ts';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { useAct } from '../ui/use-act.tsx';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { LedgerSection } from './LedgerSection.tsx';

/** Connected services for cross-posts, and the log of cross-posts. */
export function ConnectionsPage() {
  const load = useCallback((signal: AbortSignal) => listConnections(signal), []);
  const { loaded, reload } = useLoaded(load);
  // A new connection starts the cross-posts that waited for it.
  const [round, setRound] = useState(0);
  const { act, dialog } = useAct(() => {
    reload();
    setRound((current) => current + 1);
  });
  const list = dataOf(loaded);
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
            <ConnectionCard key={connection.target} connection={connection} act={act} />
          ))}
        </div>
      </section>
      <LedgerSection round={round} act={act} />
      {dialog}
    </>
  );
}
