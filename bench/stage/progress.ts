import { type JobProgress, jobProgress } from '#contracts/job.ts';
import type { OwnerClient } from './client.ts';
import type { RunningServer } from './server.ts';

/** One step of a job, and when it was heard on the monotonic clock of this process. */
export interface Heard {
  progress: JobProgress;
  at: number;
}

export interface ProgressStream {
  /** Resolves with all steps of a job when it has ended. */
  ended(job: number): Promise<Heard[]>;
  close(): void;
}

/** Listens to /api/events as the editor does. */
export async function listenToProgress(
  server: RunningServer,
  client: OwnerClient,
): Promise<ProgressStream> {
  const closing = new AbortController();
  const answer = await fetch(`${server.address}/api/events?channel=jobs`, {
    headers: client.headers('/api/events?channel=jobs'),
    signal: closing.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`/api/events: ${answer.status}`);
  const steps = new Map<number, Heard[]>();
  const waiting = new Map<number, (heard: Heard[]) => void>();

  const hear = (progress: JobProgress) => {
    const heard = steps.get(progress.job) ?? [];
    steps.set(progress.job, heard);
    heard.push({ progress, at: performance.now() });
    if (hasEnded(heard)) waiting.get(progress.job)?.(heard);
  };
  const reading = readEvents(answer.body, hear).catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return {
    ended(job) {
      const heard = steps.get(job);
      if (heard && hasEnded(heard)) return Promise.resolve(heard);
      return new Promise((resolve, reject) => {
        waiting.set(job, resolve);
        reading.then(() => reject(new Error('the stream ended')), reject);
      });
    },
    close: () => closing.abort(),
  };
}

const hasEnded = (heard: Heard[]) =>
  heard.some(({ progress }) => progress.step === 'done' || progress.step === 'failed');

async function readEvents(
  body: ReadableStream<Uint8Array>,
  hear: (progress: JobProgress) => void,
): Promise<void> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) hear(jobProgress.parse(JSON.parse(data)));
    }
  }
}
