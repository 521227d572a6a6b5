import { useCallback, useRef, useState } from 'react';
import { fileSize, IMPORT_BYTES_MAX } from '#contracts/file-size.ts';
import { ApiError } from '../../client/api-client.ts';
import { showToast } from '../../stores/toasts.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Dropzone } from '../ui/Dropzone.tsx';
import { FactList } from '../ui/FactList.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { usePolling } from '../ui/timers.ts';
import { type RunAction, useAction, type WithReauthentication } from '../ui/use-action.tsx';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';
import { ImportReport } from './ImportReport.tsx';
import {
  beginExport,
  beginImport,
  deleteImport,
  type ExportRun,
  exportFile,
  type ImportRun,
  POLL_MS,
  readExport,
  readImport,
  sendChunks,
  startImport,
} from './import-export-api.ts';

interface ChooseFileProps {
  runAction: RunAction;
  /** An import whose upload is incomplete. */
  left: ImportRun | null;
  onSent(): void;
}

/** Import of articles, and export of the site. */
export function ImportExportPage() {
  const load = useCallback(async (signal: AbortSignal) => ({ run: await readImport(signal) }), []);
  const { loaded, reload } = useFetch(load);
  const { runAction, withReauthentication, dialog } = useAction(reload);
  const [force, setForce] = useState(false);
  const currentImport = loaded.value;
  const run = currentImport?.run ?? null;
  const busy = run?.state === 'looking' || run?.state === 'importing';
  usePolling(busy && loaded.state === 'ready', reload, POLL_MS);

  return (
    <section aria-labelledby="import-export-title">
      <div className="page-title list__head">
        <h1 id="import-export-title">Import and export</h1>
      </div>
      <section className="import-export" aria-labelledby="import-title">
        <h2 id="import-title">Import articles</h2>
        <p className="import-export__lead">
          You can import a Ghost export (JSON or ZIP file), a Medium or dev.to export (ZIP file), or
          a site export. You can review the contents before importing.
        </p>
        {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
        {loaded.state === 'loading' && !currentImport && <ListSkeleton label="Loading" />}
        {currentImport && (run === null || run.state === 'arriving') && (
          <ChooseFile runAction={runAction} left={run} onSent={reload} />
        )}
        {run && run.state !== 'arriving' && (
          <ImportReport
            run={run}
            force={force}
            onForce={setForce}
            onStart={() => runAction(() => startImport(run._id, force))}
            onDelete={() =>
              runAction(async () => {
                await deleteImport(run._id);
              })
            }
          />
        )}
      </section>
      <ExportSection runAction={runAction} withReauthentication={withReauthentication} />
      {dialog}
    </section>
  );
}

/** Chooses a file and uploads it. */
function ChooseFile({ runAction, left, onSent }: ChooseFileProps) {
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState<ImportRun | null>(null);
  const abort = useRef<AbortController | null>(null);

  async function importFile(file: File | undefined) {
    setFailure('');
    if (!file) return;
    if (file.size === 0) return setFailure('The file is empty.');
    if (file.size > IMPORT_BYTES_MAX) {
      return setFailure('The file is larger than 1 GB. Use make import instead.');
    }
    const controller = new AbortController();
    abort.current = controller;
    const outcome = await runAction(async () => {
      const run = await beginImport(file);
      setSending(run);
      await sendChunks(run, file, setSending, controller.signal).catch((error: unknown) => {
        if (!controller.signal.aborted) throw error;
      });
    });
    setSending(null);
    if (!outcome.done) setFailure(outcome.fields.bytes ?? outcome.reason);
    onSent();
  }

  if (sending) {
    return (
      <div className="import-export__state">
        <p role="status">Sending {sending.name}</p>
        <progress
          max={sending.bytes}
          value={sending.arrived}
          aria-label={`Sending ${sending.name}`}
        />
        <p className="import-export__figures">
          {fileSize(sending.arrived)} of {fileSize(sending.bytes)}
        </p>
        <p className="import-export__actions">
          <button type="button" className="button" onClick={() => abort.current?.abort()}>
            Stop
          </button>
        </p>
      </div>
    );
  }
  return (
    <>
      {left && (
        <p className="banner">{left.name} was not uploaded completely. Please choose it again.</p>
      )}
      <Dropzone
        name="file"
        title="Choose a file or drop it here"
        accept=".zip,.json,.html,.gz,application/zip,application/json,application/gzip"
        hint="Up to 1 GB. The format is detected from the contents."
        error={failure}
        isSingle
        onFiles={([file]) => void importFile(file)}
      />
    </>
  );
}

interface ExportSectionProps {
  runAction: RunAction;
  withReauthentication: WithReauthentication;
}

/** Export of all data of the site as one file. */
function ExportSection({ runAction, withReauthentication }: ExportSectionProps) {
  const [run, setRun] = useState<ExportRun | null>(null);
  const packing = run?.state === 'packing';
  // A new object for each poll triggers the next one.
  const poll = useCallback(async () => {
    if (!run) return;
    try {
      setRun(await withReauthentication(() => readExport(run._id)));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'NOT_FOUND') showToast({ type: 'error', message: errorMessage(error) });
      // Without confirmation, the user cannot have the file. After any other error the export is still running.
      setRun(code === 'NOT_FOUND' || code === 'REAUTHENTICATION_REQUIRED' ? null : { ...run });
    }
  }, [withReauthentication, run]);
  usePolling(packing, poll, POLL_MS);

  return (
    <section className="import-export" aria-labelledby="export-title">
      <h2 id="export-title">Export everything</h2>
      <p className="import-export__lead">
        Articles, images, comments, members, subscribers, messages and settings in one file, in a
        documented format. You can restore it into an empty site. It contains no passwords but all
        email addresses: keep it safe.
      </p>
      {packing && (
        <div className="import-export__state">
          <p role="status">Creating the export</p>
          <progress aria-label="Creating the export" />
        </div>
      )}
      {run?.state === 'failed' && <p className="banner banner--warning">{run.reason}</p>}
      {run?.state === 'ready' && (
        <ReadyExport run={run} runAction={runAction} onTaken={() => setRun(null)} />
      )}
      {!packing && run?.state !== 'ready' && (
        <p className="import-export__actions">
          <BusyButton
            className="button"
            onPress={() => runAction(() => beginExport().then(setRun))}
          >
            Create export
          </BusyButton>
        </p>
      )}
    </section>
  );
}

interface ReadyProps {
  run: ExportRun;
  runAction: RunAction;
  onTaken(): void;
}

function ReadyExport({ run, runAction, onTaken }: ReadyProps) {
  // Checks first that the file exists and is accessible, because an error response would be saved as a file.
  const download = () =>
    runAction(async () => {
      await readExport(run._id);
      location.assign(exportFile(run._id));
      onTaken();
    });
  return (
    <div className="import-export__state">
      <div role="status">
        <h3>The export is ready</h3>
      </div>
      <FactList
        className="packed"
        facts={run.rows.map(({ name, rows }) => [name.replaceAll('-', ' '), rows])}
      />
      {run.missing.length > 0 && (
        <p className="banner banner--warning">
          Missing files: {run.missing.slice(0, 20).join(', ')}
        </p>
      )}
      <p className="import-export__actions">
        <BusyButton className="button button--main" onPress={download}>
          Download {run.name}, {fileSize(run.bytes)}
        </BusyButton>
      </p>
    </div>
  );
}
