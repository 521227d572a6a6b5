import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AppContext } from '../context.ts';
import { holdLease, releaseLease } from '../db/hot/jobs.ts';
import { createLeaseOwner, hasOwnerExited } from '../queue/lease-owner.ts';
import { type Backoff, backoffAfter } from '../queue/queue.ts';
import {
  LitestreamError,
  openReplica,
  type Replica,
  type Replication,
  reportReplicationProblem,
} from '../services/backup/replication.ts';
import { startPolling, type WorkerLog } from './polling.ts';

const POLL_MS = 1000;
const LEASE = 'replication';
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const restartBackoff: Backoff = { firstMs: 1000, maxMs: 60_000 };
/** Milliseconds between log entries about a problem that stays. */
const LOG_INTERVAL_MS = 60_000;
/** Milliseconds after the last problem after which replication counts as healthy again. */
const RECOVERED_MS = 30_000;
/** Milliseconds that a problem lasts before the admins get an email. */
const EMAIL_AFTER_MS = 300_000;
/** Bytes of the write-ahead log above which the worker does a checkpoint while Litestream does not run. */
const LOG_BYTES_MAX = 64 * 1_048_576;

/** Returns the file with the process group id of Litestream, for tests and operators. */
export const replicationPidFile = (dataFolder: string) => path.join(dataFolder, '.litestream.pid');

/** Stops the worker, closes the database, and resolves when the last write is replicated. */
type StopReplication = (closeDatabase: () => void) => Promise<void>;

/**
 * Starts the worker that runs Litestream in one of the processes of a site, and restarts it after it has
 * ended. Stop the worker after the last write.
 */
export function startReplicationWorker(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: WorkerLog,
): StopReplication {
  const { config, database, clock } = context;
  const { dataFolder } = config;
  const replica = openReplica(config);
  if (replica === null) return async (closeDatabase) => closeDatabase();
  const databaseFile = path.join(dataFolder, 'site.db');
  const pidFile = replicationPidFile(dataFolder);
  const holder = createLeaseOwner();
  let replication: Replication | null = null;
  let exits = 0;
  let startAt = 0;
  let renewAt = 0;
  let isStopping = false;
  let problem: { since: number; last: number; message: string } | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function onProblem(message: string): void {
    const now = performance.now();
    problem = { since: problem?.since ?? now, last: now, message };
    if (now - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = now;
    log.error({ reason: message }, 'replication failed');
  }

  function start({ startReplication }: Replica): void {
    try {
      const started = startReplication(onProblem);
      replication = started;
      writeFileSync(pidFile, `${started.pid}\n`, { mode: 0o600 });
      log.info({ pid: started.pid }, 'replication started');
      void started.ended.then((code) => {
        replication = null;
        rmSync(pidFile, { force: true });
        if (isStopping) return;
        exits += 1;
        startAt = performance.now() + backoffAfter(exits, restartBackoff);
        onProblem(`Litestream ended with code ${code}`);
      });
    } catch (error) {
      if (!(error instanceof LitestreamError)) throw error;
      startAt = performance.now() + restartBackoff.maxMs;
      onProblem(error.message);
    }
  }

  async function renewLease(): Promise<boolean> {
    const now = clock();
    const lease = { name: LEASE, holder, now, until: now + LEASE_MS, ended: hasOwnerExited };
    return database.write(() => holdLease(database, lease));
  }

  async function report(message: string): Promise<void> {
    const now = performance.now();
    if (now - reportedAt < LOG_INTERVAL_MS) return;
    reportedAt = now;
    await reportReplicationProblem(context, message);
  }

  const stopPolling = startPolling({
    everyMs: POLL_MS,
    async poll() {
      const now = performance.now();
      if (now >= renewAt) {
        if (!(await renewLease())) {
          await replication?.stop();
          return;
        }
        renewAt = now + RENEW_MS;
      }
      if (replication === null && now >= startAt) start(replica);
      if (problem !== null && now - problem.last > RECOVERED_MS) {
        problem = null;
        exits = 0;
      }
      if (problem !== null && now - problem.since > EMAIL_AFTER_MS) {
        await report(problem.message);
      }
      limitLog();
    },
    onError: (error) => log.error({ err: error }, 'replication worker failed'),
  });

  /** Does a checkpoint if the log is large, because only Litestream does them otherwise. */
  function limitLog(): void {
    if (replication !== null) return;
    const bytes = statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes <= LOG_BYTES_MAX) return;
    database.raw.pragma('wal_checkpoint(TRUNCATE)');
    log.warn({ bytes }, 'write-ahead log was too large');
  }

  return async (closeDatabase) => {
    isStopping = true;
    await stopPolling();
    await database.write(() => releaseLease(database, LEASE, holder));
    // The last connection to close does a checkpoint; that must be the connection of Litestream.
    closeDatabase();
    await replication?.stop();
  };
}
