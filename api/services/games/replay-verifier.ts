import { Worker } from 'node:worker_threads';
import { DomainError } from '../../errors.ts';
import type { ReplayMessage, ReplayRequest } from './replay-messages.ts';

/** Time limit per replay, in milliseconds; the longest known game takes one or two seconds. */
const LIMIT_MS = 10_000;
/** Maximum number of games in the queue. */
const QUEUE_MAX = 16;
/** Idle time after which the thread is stopped to free memory, in milliseconds. */
const IDLE_MS = 60_000;
const WORKER_MEGABYTES_MAX = 128;
/** Delay before a retry when the queue is full, in seconds. */
const FULL_RETRY_S = 15;

type Played = Extract<ReplayMessage, { kind: 'played' }>;

/** Verifies submitted games in a worker thread, so that no replay can crash the process. */
export interface ReplayVerifier {
  /** @throws DomainError SCORE_REFUSED, or BUSY if the queue is full */
  play(request: ReplayRequest): Promise<Played>;
  close(): Promise<void>;
}

interface Job {
  request: ReplayRequest;
  resolve(played: Played): void;
  reject(error: Error): void;
}

/**
 * Creates a verifier that starts its thread on demand, and replaces a thread that fails or exceeds
 * the time limit.
 */
export function createReplayVerifier({
  limitMs = LIMIT_MS,
  waitingMax = QUEUE_MAX,
} = {}): ReplayVerifier {
  const queue: Job[] = [];
  let worker: Worker | undefined;
  let current: { job: Job; timer: NodeJS.Timeout } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): Worker {
    const started = new Worker(new URL('./replay-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
    });
    started.on('message', (message: ReplayMessage) => receive(started, message));
    started.on('error', () => stop(started, 'it broke the rules'));
    started.on('exit', () => stop(started, 'it stopped the thread'));
    started.unref();
    return started;
  }

  function stop(broken: Worker, why: string): void {
    if (closed || broken !== worker) return;
    worker = undefined;
    void broken.terminate();
    settle()?.reject(createScoreError(why));
    next();
  }

  function settle(): Job | undefined {
    clearTimeout(current?.timer);
    const job = current?.job;
    current = undefined;
    return job;
  }

  function next(): void {
    if (current !== undefined || closed) return;
    const job = queue.shift();
    if (job === undefined) {
      idle ??= setTimeout(rest, IDLE_MS).unref();
      return;
    }
    clearTimeout(idle);
    idle = undefined;
    worker ??= start();
    const player = worker;
    // The timeout starts with the game in `receive`, after the start of the thread.
    const timer = setTimeout(() => stop(player, 'it takes too long'), limitMs);
    current = { job, timer };
    player.ref();
    player.postMessage(job.request);
  }

  function receive(sender: Worker, message: ReplayMessage): void {
    if (sender !== worker) return;
    if (message.kind === 'ready') {
      current?.timer.refresh();
      return;
    }
    sender.unref();
    const job = settle();
    if (message.kind === 'played') job?.resolve(message);
    // No input can harm an engine: an error it throws is a fault of this site.
    else if (message.kind === 'broken') job?.reject(new Error(`a replay broke: ${message.why}`));
    else job?.reject(createScoreError(message.why));
    next();
  }

  function rest(): void {
    idle = undefined;
    const resting = worker;
    worker = undefined;
    void resting?.terminate();
  }

  return {
    play(request) {
      if (closed || queue.length >= waitingMax) {
        return Promise.reject(new DomainError('BUSY', { retryAfter: FULL_RETRY_S }));
      }
      const { promise, resolve, reject } = Promise.withResolvers<Played>();
      queue.push({ request, resolve, reject });
      next();
      return promise;
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const waiting = queue.splice(0);
      const job = settle();
      for (const { reject } of job ? [job, ...waiting] : waiting) reject(new DomainError('BUSY'));
      await worker?.terminate();
    },
  };
}

const createScoreError = (why: string) => new DomainError('SCORE_REFUSED', { cause: why });
