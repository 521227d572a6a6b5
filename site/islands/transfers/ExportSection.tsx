import { useCallback, useState } from 'react';
import { megabytes } from '../../format/file-size.ts';
import type { Act } from '../ui/use-act.tsx';
import {
  beginExport,
  type ExportRun,
  exportFile,
  readExport,
  useLooking,
} from './transfer-calls.ts';

/** Export of all data of the site as one file. */
export function ExportSection({ act }: { act: Act }) {
  const [run, setRun] = useState<ExportRun | null>(null);
  const packing = run?.state === 'packing';
  // A new object for each poll triggers the next one.
  const poll = useCallback(() => {
    if (!run) return;
    void act(async () => {
      setRun(await readExport(run._id));
      return undefined;
    }).then(({ done }) => done || setRun(null));
  }, [act, run]);
  useLooking(packing, poll);

  return (
    <section className="transfer" aria-labelledby="export-title">
      <h2 id="export-title">Export everything</h2>
      <p className="transfer__lead">
        Articles, images, responses, members, subscribers, messages and settings in one file, in a
        format that is described. You can restore it into an empty site. It contains no passwords
        but all email addresses: keep it safe.
      </p>
      {packing && (
        <div className="transfer__state">
          <p role="status">Creating the export</p>
          <progress aria-label="Creating the export" />
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
            Create export
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
  // Checks first that the file exists and is accessible, because an error response would be saved as a file.
  const download = () =>
    act(async () => {
      await readExport(run._id);
      location.assign(exportFile(run._id));
      onTaken();
      return undefined;
    });
  return (
    <div className="transfer__state">
      <div role="status">
        <h3>The export is ready</h3>
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
          Missing files: {run.missing.slice(0, 20).join(', ')}
        </p>
      )}
      <p className="transfer__actions">
        <button type="button" className="button button--main" onClick={() => void download()}>
          Download {run.name}, {megabytes(run.bytes)}
        </button>
      </p>
    </div>
  );
}
