import { type ChildProcess, fork } from 'node:child_process';
import { HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../context.ts';
import { createLeaseOwner, hasOwnerExited } from '../queue/queue.ts';
import {
  type BackupOutcome,
  maintainBackupRuns,
  purgeBackupRuns,
  runNextBackup,
} from '../services/backup/backup-runs.ts';
import type { BackupConfig } from '../services/backup/make-backup.ts';
import { removeBackupFolders } from '../services/tar-archive.ts';
import type { BackupMessage } from './backup-process.ts';
import { atMostEvery, type StopWorker, startPolling, type WorkerLog } from './polling.ts';

const POLL_MS = 1000;
const PURGE_MS = HOUR_MS;

/** Starts the worker that makes backups at night and on request, each in a separate process. */
export function startBackupWorker(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: WorkerLog,
): StopWorker {
  const leaseOwner = createLeaseOwner();
  const purge = atMostEvery(PURGE_MS, () => purgeBackupRuns(context));
  const { dataFolder, contentFolder, backupKey, storage } = context.config;
  let child: ChildProcess | null = null;
  let isStopping = false;
  /** Deletes temporary files of a killed process, such as a copy of the database. */
  const removeFolders = (pid: number | undefined) => {
    try {
      removeBackupFolders(dataFolder, pid);
    } catch (error) {
      log.error({ err: error }, 'backup worker failed');
    }
  };
  const run = () =>
    new Promise<BackupOutcome>((resolve) => {
      let message: BackupMessage = { error: 'The process that makes backups ended.' };
      child = fork(new URL('./backup-process.ts', import.meta.url), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
      });
      // A key must not appear in the arguments of a process.
      child.send({ dataFolder, contentFolder, backupKey, storage } satisfies BackupConfig);
      child.on('message', (received: BackupMessage) => {
        message = received;
      });
      const { pid } = child;
      child.once('exit', () => {
        child = null;
        removeFolders(pid);
        const { stack, ...outcome } = message;
        if (stack !== undefined) log.error({ stack }, 'backup failed');
        resolve(outcome);
      });
      child.once('error', (error) => {
        log.error({ err: error }, 'backup failed');
        resolve({ error: 'The process that makes backups could not be started.' });
      });
    });
  const stopPolling = startPolling({
    everyMs: POLL_MS,
    async poll() {
      await maintainBackupRuns(context, hasOwnerExited);
      const ended = await runNextBackup(context, { leaseOwner, run });
      if (ended && !isStopping) {
        const { state, file, bytes, error, attempts } = ended;
        if (state === 'done') log.info({ file, bytes }, 'backup stored');
        else log.error({ state, attempt: attempts, reason: error }, 'backup failed');
      }
      await purge();
    },
    onError: (error) => log.error({ err: error }, 'backup worker failed'),
  });
  return async () => {
    isStopping = true;
    const stopping = stopPolling();
    child?.kill('SIGKILL');
    await stopping;
  };
}
