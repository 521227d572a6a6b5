import { useCallback, useState } from 'react';
import { megabytes } from '../../lib/megabytes.ts';
import type { Act } from '../account/use-account.ts';
import { beginExport, type ExportRun, exportFile, readExport } from './transfer-calls.ts';
import { useLooking } from './use-looking.ts';

/** Everything the site holds, as one file. */
export function ExportSection({ act }: { act: Act }) {
  const [run, setRun] = useState<ExportRun | null>(null);
  const packing = run?.state === 'packing';
  // A new object for each look makes the next one follow.
  const look = useCallback(() => {
    if (!run) return;
    void act(async () => {
      setRun(await readExport(run._id));
      return undefined;
    }).then(({ done }) => done || setRun(null));
  }, [act, run]);
  useLooking(packing, look);

  return (
    <section className="transfer" aria-labelledby="export-title">
      <h2 id="export-title">Take everything along</h2>
      <p className="transfer__lead">
        Articles, images, responses, members, subscribers, messages and settings in one file, in a
        format that is described. An empty site becomes the same one by it. No password is in it,
        but everybody’s address is: keep it safe.
      </p>
      {packing && (
        <div className="transfer__state">
          <p role="status">Packing everything</p>
          <progress aria-label="Packing everything" />
        </div>
      )}
      {run?.state === 'failed' && <p className="notice notice--warning">{run.reason}</p>}
      {run?.state === 'ready' && <Ready run={run} act={act} onTaken={() => setRun(null)} />}
      {!packing && run?.state !== 'ready' && (
        <p className="transfer__actions">
          <button
            type="button"
            className="button"
            onClick={() =>
              void act(async () => {
                setRun(await beginExport());
                return undefined;
              })
            }
          >
            Pack everything
          </button>
        </p>
      )}
    </section>
  );
}

interface ReadyProps {
  run: ExportRun;
  act: Act;
  onTaken(): void;
}

function Ready({ run, act, onTaken }: ReadyProps) {
  // Asks first whether it is there and for us: an answer that is no file would be saved as one.
  const take = () =>
    act(async () => {
      await readExport(run._id);
      location.assign(exportFile(run._id));
      onTaken();
      return undefined;
    });
  return (
    <div className="transfer__state">
      <div role="status">
        <h3>The archive is made</h3>
      </div>
      <dl className="packed">
        {run.rows.map(({ name, rows }) => (
          <div key={name}>
            <dt>{name.replaceAll('-', ' ')}</dt>
            <dd>{rows}</dd>
          </div>
        ))}
      </dl>
      {run.missing.length > 0 && (
        <p className="notice notice--warning">
          Files that were not there: {run.missing.slice(0, 20).join(', ')}
        </p>
      )}
      <p className="transfer__actions">
        <button type="button" className="button button--main" onClick={() => void take()}>
          Download {run.name}, {megabytes(run.bytes)}
        </button>
      </p>
    </div>
  );
}
