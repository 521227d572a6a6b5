import { MINUTE_MS } from '#contracts/durations.ts';
import { DomainError } from '../../errors.ts';
import { ThreadClosedError, ThreadQueue } from '../../thread-queue.ts';
import type { ReplayMessage, ReplayRequest } from './replay-messages.ts';

/** Time limit per replay, in milliseconds; the longest known game takes one or two seconds. */
const LIMIT_MS = 10_000;
/** Maximum number of games in the queue. */
const QUEUE_MAX = 16;
/** Idle time after which the thread is stopped to free memory, in milliseconds. */
const IDLE_MS = MINUTE_MS;
const WORKER_MEGABYTES_MAX = 128;
/** Delay before a retry when the queue is full, in seconds. */
const FULL_RETRY_S = 15;

type Played = Extract<ReplayMessage, { kind: 'played' }>;

/** Verifies submitted games in a worker thread, so that no replay can crash the process. */
export interface ReplayVerifier {
  /** @throws DomainError SCORE_REJECTED, or BUSY if the queue is full */
  play(request: ReplayRequest): Promise<Played>;
  close(): Promise<void>;
}

/**
 * Creates a verifier that starts its thread on demand, and replaces a thread that fails or exceeds the time limit.
 */
export function createReplayVerifier({
  limitMs = LIMIT_MS,
  waitingMax = QUEUE_MAX,
} = {}): ReplayVerifier {
  const file = new URL('./replay-worker.ts', import.meta.url);
  const thread = new ThreadQueue<ReplayRequest, ReplayMessage>(file, {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
    limitMs,
    idleMs: IDLE_MS,
  });
  return {
    async play(request) {
      if (thread.pending > waitingMax) throw new DomainError('BUSY', { retryAfter: FULL_RETRY_S });
      const message = await thread.send(request).catch((error: unknown) => {
        if (error instanceof ThreadClosedError) throw new DomainError('BUSY');
        throw new DomainError('SCORE_REJECTED', { cause: error });
      });
      if (message.kind === 'played') return message;
      // No input can harm an engine: an error it throws is a fault of this site.
      if (message.kind === 'broken') throw new Error(`a replay broke: ${message.why}`);
      throw new DomainError('SCORE_REJECTED', { cause: message.why });
    },
    close: () => thread.close(),
  };
}
