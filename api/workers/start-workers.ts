import type { AppContext } from '../context.ts';
import type { RecentErrors } from '../log.ts';
import { startBackupWorker } from './backup-worker.ts';
import { startCrossPostWorker } from './cross-post-worker.ts';
import { startMailWorker } from './mail-worker.ts';
import { startPaymentWorker } from './payment-worker.ts';
import type { StopWorker, WorkerLog } from './polling.ts';
import { startProblemWorker } from './problem-worker.ts';
import { startScheduleWorker } from './schedule-worker.ts';

/** Starts all workers of the server process. */
export function startWorkers(
  context: AppContext,
  log: WorkerLog,
  errors: RecentErrors,
): StopWorker {
  const workers = [
    startScheduleWorker(context, log),
    startMailWorker(context, log),
    startCrossPostWorker(context, log),
    startPaymentWorker(context, log),
    startBackupWorker(context, log),
    startProblemWorker(context, log, errors),
  ];
  return async () => {
    await Promise.all(workers.map((stop) => stop()));
  };
}
