import os from 'node:os';
import { systemClock } from '../clock.ts';
import type { BackupOutcome } from '../services/backup/backup-runs.ts';
import { type BackupConfig, makeBackup } from '../services/backup/make-backup.ts';
import { BackupError } from '../services/backup/stage-files.ts';

// The process of backup-worker.ts: makes one backup. Copying, hashing and encrypting would block the
// server for minutes.

/** Message to the server. `stack` is set for errors that no message explains. */
export type BackupMessage = BackupOutcome & { stack?: string };

os.setPriority(os.constants.priority.PRIORITY_LOW);

async function work(request: BackupConfig): Promise<BackupMessage> {
  try {
    const { info } = await makeBackup(request, systemClock());
    return { file: info.file, bytes: info.bytes };
  } catch (error) {
    if (error instanceof BackupError) return { error: error.message };
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { error: `Unexpected error: ${message}`, stack };
  }
}

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal; the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('message', async (request: BackupConfig) => {
  process.send?.(await work(request), () => process.disconnect());
});
