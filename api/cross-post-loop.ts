import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AppContext } from './context.ts';
import { createHolder, hasEnded } from './publisher/holder.ts';
import { createCrossPostContext } from './services/crosspost/context.ts';
import { recoverCrossPosts } from './services/crosspost/recover.ts';
import { remindOfConnections } from './services/crosspost/remind.ts';
import { createRests } from './services/crosspost/rests.ts';
import { type Postman, type Worked, workOnNext } from './services/crosspost/work.ts';
import { startTurns } from './turns.ts';

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Milliseconds between looks into the ledger. */
const LOOK_EVERY_MS = 500;
const RECOVER_EVERY_MS = 5_000;
const REMIND_EVERY_MS = 3_600_000;
/** Milliseconds that a post under way may still take when the process is to end. */
const FAREWELL_MS = 7_000;

/**
 * Posts articles to other services, one after the other, until the returned function is called; that
 * waits a moment for the post that is under way.
 */
export function startCrossPosting(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: Log,
): () => Promise<void> {
  const base = createCrossPostContext(context);
  const postman: Postman = { ...base, holder: createHolder(), rests: createRests() };
  let ending = false;
  let recoverAt = 0;
  let remindAt = 0;

  const look = async () => {
    const now = performance.now();
    if (now >= recoverAt) {
      recoverAt = now + RECOVER_EVERY_MS;
      for (const post of await recoverCrossPosts(postman, hasEnded)) {
        log.error({ post }, 'an article may or may not have been posted: see /admin/connections');
      }
    }
    if (now >= remindAt) {
      remindAt = now + REMIND_EVERY_MS;
      await remindOfConnections(postman);
    }
    while (!ending) {
      const worked = await workOnNext(postman);
      if (!worked) break;
      note(log, worked);
    }
  };
  const turns = startTurns(LOOK_EVERY_MS, look, (error) =>
    log.error({ err: error }, 'cross-posts could not be worked on'),
  );

  return async () => {
    ending = true;
    await Promise.race([turns.end(), pause(FAREWELL_MS, undefined, { ref: false })]);
  };
}

function note(log: Log, { row, kind, outcome }: Worked): void {
  const { publicId: post, target, attempts: attempt } = row;
  const facts = { post, target, attempt, kind };
  if (outcome.end === 'sent') log.info(facts, 'an article was posted elsewhere');
  else log.warn({ ...facts, end: outcome.end }, 'a post did not go out: see /admin/connections');
}
