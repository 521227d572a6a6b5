import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import type BetterSqlite3 from 'better-sqlite3';
import { withPatience } from './connection.ts';

/** Most works that share a commit: the last of them waits for all the others. */
const TOGETHER_MAX = 16;
/**
 * Milliseconds from a commit that was shared to the next one. Where several are writing, those who come
 * meanwhile share that one, too; whoever writes alone, one after the other, never waits.
 */
const NEXT_SHARED_MS = 4;

interface Waiting {
  run(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { result: unknown } | { error: unknown };

/**
 * Lets works that are asked for at the same time share one commit: in the same turn of the event loop,
 * or soon after a commit that was shared. Waiting for the disk is a third of what a small write costs,
 * and nobody is answered meanwhile. Each work is all stored or none of it, whatever becomes of its
 * neighbours, and nobody is told before the commit.
 * @param transact runs its argument in an IMMEDIATE transaction, or in a savepoint of the one that is open
 */
export function writeTogether(
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
      const outcomes = await withPatience(raw, () => runAll(raw, together));
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
        // Whoever acts is known by where the work was asked for, see audit-trail.ts.
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
