import { type JobProgress, jobProgress } from '#contracts/job.ts';
import type { OwnerClient } from './client.ts';
import type { RunningServer } from './server.ts';

/** One step of a job, and its arrival from `performance.now`. */
export interface ReceivedStep {
  progress: JobProgress;
  at: number;
}

export interface ProgressStream {
  /** Resolves with all steps of a job after its end. */
  ended(job: number): Promise<ReceivedStep[]>;
  close(): void;
}

/** Subscribes to /api/events as the editor does. */
export async function listenToProgress(
  server: RunningServer,
  client: OwnerClient,
): Promise<ProgressStream> {
  const closing = new AbortController();
  const response = await fetch(`${server.address}/api/events?channel=jobs`, {
    headers: client.headers('/api/events?channel=jobs'),
    signal: closing.signal,
  });
  if (response.status !== 200 || !response.body) throw new Error(`/api/events: ${response.status}`);
  const stepsByJob = new Map<number, ReceivedStep[]>();
  const listeners = new Map<number, (steps: ReceivedStep[]) => void>();

  const receive = (progress: JobProgress) => {
    const steps = stepsByJob.get(progress.job) ?? [];
    stepsByJob.set(progress.job, steps);
    steps.push({ progress, at: performance.now() });
    if (hasEnded(steps)) listeners.get(progress.job)?.(steps);
  };
  const reading = readEvents(response.body, receive).catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return {
    ended(job) {
      const steps = stepsByJob.get(job);
      if (steps && hasEnded(steps)) return Promise.resolve(steps);
      return new Promise((resolve, reject) => {
        listeners.set(job, resolve);
        reading.then(() => reject(new Error('the stream ended')), reject);
      });
    },
    close: () => closing.abort(),
  };
}

const hasEnded = (steps: ReceivedStep[]) =>
  steps.some(({ progress }) => progress.step === 'done' || progress.step === 'failed');

async function readEvents(
  body: ReadableStream<Uint8Array>,
  receive: (progress: JobProgress) => void,
): Promise<void> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) receive(jobProgress.parse(JSON.parse(data)));
    }
  }
}
