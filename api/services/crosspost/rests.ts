import type { CrossPostTarget } from '#contracts/cross-post.ts';
import type { Outcome } from '../../integrations/crosspost/client.ts';

/** Milliseconds that a service in trouble is left alone, twice as long each time. */
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 600_000;

/** Leaves a service alone that is in trouble, so that not one article after the other meets it. */
export interface Rests {
  isResting(target: CrossPostTarget, now: number): boolean;
  note(target: CrossPostTarget, outcome: Outcome, now: number): void;
}

export function createRests(): Rests {
  const rests = new Map<CrossPostTarget, { until: number; length: number }>();
  return {
    isResting: (target, now) => (rests.get(target)?.until ?? 0) > now,
    note(target, outcome, now) {
      const trouble = outcome.end === 'unknown' || (outcome.end === 'failed' && outcome.mayRetry);
      if (!trouble) {
        rests.delete(target);
        return;
      }
      const length = Math.min(
        (rests.get(target)?.length ?? FIRST_REST_MS / 2) * 2,
        LONGEST_REST_MS,
      );
      rests.set(target, { until: now + length, length });
    },
  };
}
