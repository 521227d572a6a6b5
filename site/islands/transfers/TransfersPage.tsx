import { useCallback, useState } from 'react';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { useAct } from '../ui/use-act.tsx';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ExportSection } from './ExportSection.tsx';
import { ImportReport } from './ImportReport.tsx';
import { forgetImport, readImport, startImport } from './transfer-calls.ts';
import { useLooking } from './use-looking.ts';

/** Import of articles, and export of the site. */
export function TransfersPage() {
  const load = useCallback(async (signal: AbortSignal) => ({ run: await readImport(signal) }), []);
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(reload);
  const [force, setForce] = useState(false);
  const currentImport = dataOf(loaded);
  const run = currentImport?.run ?? null;
  const busy = run?.state === 'looking' || run?.state === 'importing';
  useLooking(busy && loaded.state === 'ready', reload);

  return (
    <section aria-labelledby="transfers-title">
      <div className="page-title list__head">
        <h1 id="transfers-title">Import and export</h1>
      </div>
      <section className="transfer" aria-labelledby="import-title">
        <h2 id="import-title">Import articles</h2>
        <p className="transfer__lead">
          A Ghost export (JSON or zip), the archive of Medium or dev.to, or the archive of a site
          like this one. You can review the contents before importing.
        </p>
        {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
        {loaded.state === 'loading' && !currentImport && <ListSkeleton label="Loading" />}
        {currentImport && (run === null || run.state === 'arriving') && (
          <ChooseFile act={act} left={run} onSent={reload} />
        )}
        {run && run.state !== 'arriving' && (
          <ImportReport
            run={run}
            force={force}
            onForce={setForce}
            onStart={() =>
              act(async () => {
                await startImport(run._id, force);
                return undefined;
              })
            }
            onForget={() =>
              act(async () => {
                await forgetImport(run._id);
                return undefined;
              })
            }
          />
        )}
      </section>
      <ExportSection act={act} />
      {dialog}
    </section>
  );
}
