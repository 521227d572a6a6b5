import { useRef, useState } from 'react';
import { IMPORT_BYTES_MAX } from '#contracts/import-limits.ts';
import { megabytes } from '../../format/megabytes.ts';
import { Dropzone } from '../ui/Dropzone.tsx';
import type { Act } from '../ui/use-act.tsx';
import { beginImport, type ImportRun, sendParts } from './transfer-calls.ts';

interface Props {
  act: Act;
  /** An import whose upload is incomplete. */
  left: ImportRun | null;
  onSent(): void;
}

/** Chooses a file and uploads it. */
export function ChooseFile({ act, left, onSent }: Props) {
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
    const outcome = await act(async () => {
      const run = await beginImport(file);
      setSending(run);
      await sendParts(run, file, setSending, controller.signal).catch((error: unknown) => {
        if (!controller.signal.aborted) throw error;
      });
      return undefined;
    });
    setSending(null);
    if (!outcome.done) setFailure(outcome.fields.bytes ?? outcome.reason);
    onSent();
  }

  if (sending) {
    return (
      <div className="transfer__state">
        <p role="status">Sending {sending.name}</p>
        <progress
          max={sending.bytes}
          value={sending.arrived}
          aria-label={`Sending ${sending.name}`}
        />
        <p className="transfer__figures">
          {megabytes(sending.arrived)} of {megabytes(sending.bytes)}
        </p>
        <p className="transfer__actions">
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
        <p className="notice">{left.name} was not uploaded completely. Please choose it again.</p>
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
