import os from 'node:os';
import { systemClock } from '../context.ts';
import { BackupError } from '../services/backup/backup-contents.ts';
import type { BackupOutcome } from '../services/backup/backup-runs.ts';
import { type BackupConfig, storeBackup } from '../services/backup/make-backup.ts';
import { removeBackupFolders } from '../services/tar-archive.ts';

// The process of backup-worker.ts makes one backup, because copying, hashing and encrypting would block
// the server for minutes.

/** Message to the server. `stack` is set for unexpected errors. */
export type BackupMessage = BackupOutcome & { stack?: string };

os.setPriority(os.constants.priority.PRIORITY_LOW);

async function work(request: BackupConfig): Promise<BackupMessage> {
  try {
    const { info } = await storeBackup(request, systemClock());
    return { file: info.file, bytes: info.bytes };
  } catch (error) {
    if (error instanceof BackupError) return { error: error.message };
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { error: `Unexpected error: ${message}`, stack };
  }
}

// Ctrl-C signals every process of a terminal, but the server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('message', async (request: BackupConfig) => {
  process.on('disconnect', () => {
    // The server was killed during the backup.
    removeBackupFolders(request.dataFolder, process.pid);
    process.exit();
  });
  process.send?.(await work(request), () => process.disconnect());
});
