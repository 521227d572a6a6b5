import type { Connection } from '../db/connection.ts';
import { finishJob } from '../db/repositories/jobs.ts';
import { hasCode } from './page-files.ts';

interface Failure {
  error: unknown;
  now: number;
  /** Milliseconds until the next try, where there is one. */
  retryMs: number;
  /** Whether to try again; where nothing is said, after trouble with the disk alone. */
  again?: boolean;
}

/** Ends a job that failed with its reason, or puts it back for another try. */
export function failJob(
  database: Connection,
  id: number,
  { error, now, retryMs, again = isDiskTrouble(error) }: Failure,
): void {
  finishJob(database, id, {
    state: 'failed',
    now,
    error: sentenceOf(error),
    ...(again && { retryAt: now + retryMs }),
  });
}

/** Trouble that can pass by itself: the job waits instead of failing. */
export function isDiskTrouble(error: unknown): boolean {
  return hasCode(
    error,
    ...['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'EROFS'],
    ...['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY'],
  );
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
