import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import type BetterSqlite3 from 'better-sqlite3';
import { withBusyRetry } from './connection.ts';

/** Most works that share a commit: the last of them waits for all the others. */
const TOGETHER_MAX = 16;
/**
 * Milliseconds from a shared commit to the next one. Concurrent writers in this time share the next
 * commit, too; a single writer never waits.
 */
const NEXT_SHARED_MS = 4;

interface Waiting {
  run(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { result: unknown } | { error: unknown };

/**
 * Groups writes that are requested in the same turn of the event loop, or soon after a shared
 * commit, into one commit. Waiting for the disk is a third of the cost of a small write and blocks
 * the event loop. Each write runs in a savepoint, so a failing one does not affect the others;
 * results are returned after the commit.
 * @param transact runs its argument in an IMMEDIATE transaction, or in a savepoint of the one that is open
 */
export function groupCommit(
  raw: BetterSqlite3.Database,
  transact: (work: () => unknown) => unknown,
): <Result>(work: () => Result) => Promise<Result> {
  const waiting: Waiting[] = [];
  let restUntil = 0;
  const commitSoon = () => {
    const rest = restUntil - performance.now();
    if (rest > 0) setTimeout(commit, rest);
    else setImmediate(commit);
  };
  const commit = async () => {
    const together = waiting.splice(0, TOGETHER_MAX);
    if (waiting.length > 0) setImmediate(commit);
    restUntil = together.length > 1 ? performance.now() + NEXT_SHARED_MS : 0;
    try {
      const outcomes = await withBusyRetry(raw, () => runAll(raw, together));
      for (const [index, { resolve, reject }] of together.entries()) {
        const outcome = outcomes[index] as Outcome;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.result);
      }
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };
  return <Result>(work: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({
        // Restores the async context of the caller, which holds the audit entry; see audit-trail.ts.
        run: AsyncResource.bind(() => transact(work)),
        resolve: resolve as (result: unknown) => void,
        reject,
      });
      if (waiting.length === 1) commitSoon();
    });
}

function runAll(raw: BetterSqlite3.Database, together: Waiting[]): Outcome[] {
  const [only, ...others] = together;
  if (only && others.length === 0) return [{ result: only.run() }];
  const runEach = raw.transaction(() =>
    together.map(({ run }): Outcome => {
      try {
        return { result: run() };
      } catch (error) {
        // A full disk takes the whole transaction back, and with it what the others wrote.
        if (!raw.inTransaction) throw error;
        return { error };
      }
    }),
  );
  return runEach.immediate();
}
