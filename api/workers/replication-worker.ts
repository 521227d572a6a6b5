import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import type { AppContext } from '../context.ts';
import { claimLease, releaseLease } from '../db/hot/jobs.ts';
import {
  type Backoff,
  backoffAfter,
  createLeaseOwner,
  hasOwnerExited,
  isProcessAlive,
} from '../queue/queue.ts';
import {
  describeOtherServer,
  LitestreamError,
  openReplica,
  type Replica,
  type Replication,
  reportOtherServer,
  reportReplicationProblem,
} from '../services/backup/replication.ts';
import {
  createLagMeter,
  REPLICATION_LATE_MS,
  readReplicationPid,
  replicationPidFile,
} from '../services/status/replication-lag.ts';
import { startPolling, type WorkerLog } from './polling.ts';

const POLL_MS = 1000;
const LEASE = 'replication';
const LEASE_MS = MINUTE_MS;
const RENEW_MS = 20_000;
/**
 * Longest wait for the end of another Litestream, in milliseconds. Two at the same time would mix up their copies.
 * The number of a process that ended long ago may belong to another program.
 */
const HANDOVER_MS = 10_000;
/** Milliseconds between searches for another server that writes to the same replica. */
const OTHER_SERVER_MS = HOUR_MS;
const restartBackoff: Backoff = { firstMs: 1000, maxMs: MINUTE_MS };
/**
 * Time after which a Litestream is killed that neither copies nor reports a problem: it hangs forever after some failures
 * of the target. The time grows, because a large copy over a slow line begins again with each start.
 */
const hangBackoff: Backoff = { firstMs: 2 * MINUTE_MS, maxMs: 32 * MINUTE_MS };
/** Milliseconds between log entries about a problem that stays. */
const LOG_INTERVAL_MS = MINUTE_MS;
/** Milliseconds after the last problem after which replication counts as healthy again. */
const RECOVERED_MS = 30_000;
/** Bytes of the write-ahead log above which the worker does a checkpoint while Litestream does not run. */
const LOG_BYTES_MAX = 64 * 1_048_576;

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
  const waitingSince = createLagMeter(databaseFile);
  const holder = createLeaseOwner();
  let replication: Replication | null = null;
  let exits = 0;
  let hangs = 0;
  /** Time of the start or of the last report of Litestream. */
  let signAt = 0;
  let startAt = 0;
  let handoverUntil: number | null = null;
  let searchAt = 0;
  let renewAt = 0;
  let isStopping = false;
  let problem: { since: number; last: number; message: string } | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function onProblem(message: string, since = performance.now()): void {
    const now = performance.now();
    problem = { since: problem?.since ?? since, last: now, message };
    if (now - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = now;
    log.error({ reason: message }, 'replication failed');
  }

  function start({ startReplication }: Replica): void {
    try {
      const started = startReplication((message) => {
        signAt = performance.now();
        onProblem(message);
      });
      replication = started;
      signAt = performance.now();
      handoverUntil = null;
      writeFileSync(pidFile, `${started.pid}\n`, { mode: 0o600 });
      log.info({ pid: started.pid }, 'replication started');
      void started.ended.then((code) => {
        replication = null;
        removePidFile(started.pid);
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

  /** Removes the file unless another server, which has taken over, has written its own. */
  function removePidFile(pid: number): void {
    if (readPid() === pid) rmSync(pidFile, { force: true });
  }

  const readPid = () => readReplicationPid(dataFolder);

  /** Notes that all changes are copied, or that a running Litestream is late without a reason, and kills one that hangs. */
  function checkLag(now: number, { pid, kill }: Replication): void {
    const since = waitingSince(now);
    if (since === null) {
      hangs = 0;
      if (readPid() === pid) utimesSync(pidFile, new Date(clock()), new Date(clock()));
      return;
    }
    if (now - since > REPLICATION_LATE_MS) {
      const reason = 'Litestream runs, but does not copy all changes.';
      onProblem(problem?.message ?? reason, since);
    }
    if (now - Math.max(since, signAt) > backoffAfter(hangs + 1, hangBackoff)) {
      hangs += 1;
      log.warn({ pid }, 'replication restarted');
      kill();
    }
  }

  async function renewLease(durationMs: number): Promise<boolean> {
    const now = clock();
    const lease = { name: LEASE, holder, now, until: now + durationMs, ended: hasOwnerExited };
    return database.write(() => claimLease(database, lease));
  }

  /** True while the Litestream of a server that has ended copies its last changes. */
  function isHandingOver(now: number): boolean {
    const pid = readPid();
    if (pid === null || !isProcessAlive(pid)) return false;
    handoverUntil ??= now + HANDOVER_MS;
    return now < handoverUntil;
  }

  /** Reports another server that writes to the replica. @returns false if it has taken over from this one */
  async function searchOtherServer({ findOtherServer }: Replica): Promise<boolean> {
    try {
      const other = await findOtherServer();
      if (other === null) return true;
      onProblem(describeOtherServer(other));
      await reportOtherServer(context, other);
      return other !== 'newer';
    } catch (error) {
      if (!(error instanceof LitestreamError)) throw error;
      // Litestream itself reports a target that stays unreadable.
      log.warn({ reason: error.message }, 'replica not readable');
      return true;
    }
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
        if (!(await renewLease(LEASE_MS))) {
          await replication?.stop();
          return;
        }
        renewAt = now + RENEW_MS;
      }
      if (now >= searchAt) {
        searchAt = now + OTHER_SERVER_MS;
        if (!(await searchOtherServer(replica))) {
          await replication?.stop();
          startAt = searchAt;
        }
      }
      if (replication === null && now >= startAt && !isHandingOver(now)) start(replica);
      if (replication !== null) checkLag(now, replication);
      if (problem !== null && now - problem.last > RECOVERED_MS) {
        problem = null;
        exits = 0;
      }
      if (problem !== null && now - problem.since > REPLICATION_LATE_MS) {
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
    // No other process starts Litestream before this one has ended, with its last copy at the latest.
    if (replication !== null) await renewLease(HANDOVER_MS);
    else await database.write(() => releaseLease(database, LEASE, holder));
    // The last connection to close does a checkpoint; that must be the connection of Litestream.
    closeDatabase();
    await replication?.stop();
  };
}
