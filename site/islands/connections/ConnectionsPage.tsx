import { useCallback, useState } from 'react';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { useAct } from '../use-act.tsx';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { listConnections } from './connection-calls.ts';
import { LedgerSection } from './LedgerSection.tsx';

/** Where articles are posted as well, and what became of each post. */
export function ConnectionsPage() {
  const load = useCallback((signal: AbortSignal) => listConnections(signal), []);
  const { loaded, reload } = useLoaded(load);
  // A new connection gives what has waited for it its turn.
  const [round, setRound] = useState(0);
  const { act, dialog } = useAct(() => {
    reload();
    setRound((current) => current + 1);
  });
  const list = knownOf(loaded);
  return (
    <>
      <section aria-labelledby="connections-title">
        <div className="page-title inbox__title">
          <h1 id="connections-title">Connections</h1>
          <p className="connections__lead">
            An article goes to these services as well, once it is live here and its box is ticked in
            the editor. Each post names the article here as the original.
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
