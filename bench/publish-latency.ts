import { statSync } from 'node:fs';
import path from 'node:path';
import { type JobProgress, jobProgress } from '#contracts/job.ts';
import type { Bench, BenchContext } from './harness/bench-context.ts';
import { createOwnerClient, type OwnerClient } from './harness/client.ts';
import { logProgress, type Measure, percentile } from './harness/report.ts';
import { sampleMarkdown } from './harness/seed.ts';
import type { RunningServer } from './harness/server.ts';

/** One step of a job, and its arrival from `performance.now`. */
interface ReceivedStep {
  progress: JobProgress;
  at: number;
}

interface ProgressStream {
  /** Resolves with all steps of a job after its end. */
  ended(job: number): Promise<ReceivedStep[]>;
  close(): void;
}

const hasEnded = (steps: ReceivedStep[]) =>
  steps.some(({ progress }) => progress.step === 'done' || progress.step === 'failed');

const LIVE_BAR_MS = 50;
const LISTS_BAR_MS = 250;
const GROWTH_BAR = 1.5;
const WARM_UP = 15;
/** Interval between checks of the file, in milliseconds. */
const POLL_INTERVAL_MS = 1;

/** Durations of one publication in milliseconds. */
interface Sample {
  /** From the arrival of the request to the article's file, as the server reports it. */
  live: number;
  /** From sending the request to the article's file, as a watcher of the folder measures it. */
  seen: number;
  /** From sending the request to the update of all lists and feeds. */
  done: number;
}

/** Measures the time from the request to the file that readers get, for sites of three sizes. */
export const publishLatency: Bench = {
  title: 'Publishing',
  async measure(context) {
    const sizes = [...new Set([100, Math.min(1000, context.articles), context.articles])];
    const medians: number[] = [];
    const measures: Measure[] = [];
    for (const size of sizes) {
      const samples = await publishAt(context, size);
      const live = [...samples.fresh, ...samples.edited].map((sample) => sample.live);
      medians.push(percentile(live, 0.5));
      measures.push(...describe(`${size} articles`, samples));
    }
    const [smallest = Number.NaN] = medians;
    measures.push({
      name: `growth of the median, ${sizes[0]} to ${sizes.at(-1)} articles`,
      value: (medians.at(-1) ?? Number.NaN) / smallest,
      unit: '×',
      bar: { atMost: GROWTH_BAR },
    });
    return measures;
  },
};

interface Samples {
  fresh: Sample[];
  previewed: Sample[];
  edited: Sample[];
}

async function publishAt(context: BenchContext, size: number): Promise<Samples> {
  const dataFolder = await context.site(size);
  const server = await context.start(dataFolder);
  const client = createOwnerClient(server);
  await client.signIn();
  const progress = await listenToProgress(server, client);
  const publisher = new ArticlePublisher(server, client, progress, path.join(dataFolder, 'live'));
  logProgress(`publishing one by one beside ${size} articles`);
  const rounds = context.short ? 10 : 60;
  const samples: Samples = { fresh: [], previewed: [], edited: [] };
  for (let round = -(context.short ? 3 : WARM_UP); round < rounds; round += 1) {
    const fresh = await publisher.publishNew({ previewed: false });
    const previewed = await publisher.publishNew({ previewed: true });
    const edited = await publisher.edit();
    if (round < 0) continue;
    samples.fresh.push(fresh);
    samples.previewed.push(previewed);
    samples.edited.push(edited);
  }
  progress.close();
  await server.stop();
  return samples;
}

function describe(site: string, { fresh, previewed, edited }: Samples): Measure[] {
  const all = [...fresh, ...previewed, ...edited];
  const latency = (name: string, samples: Sample[], note: string, bar?: number): Measure[] =>
    [50, 95, 99].map((share) => ({
      name: `${site}: ${name}, p${share}`,
      value: percentile(
        samples.map((sample) => sample.live),
        share / 100,
      ),
      unit: 'ms',
      ...(bar !== undefined && share === 95 && { bar: { atMost: bar } }),
      ...(share === 50 && { note }),
    }));
  const overhead = all.map((sample) => sample.seen - sample.live);
  return [
    ...latency('live', all, `${all.length} publishings, one after the other`, LIVE_BAR_MS),
    ...latency('live, new text', fresh, '24 KB the server has never seen', LIVE_BAR_MS),
    ...latency('live, new after preview', previewed, 'as from the editor', LIVE_BAR_MS),
    ...latency('live, edit', edited, 'one paragraph changed', LIVE_BAR_MS),
    {
      name: `${site}: seen in the folder after that, median`,
      value: percentile(overhead, 0.5),
      unit: 'ms',
      note: 'the way to the server, and the watcher’s own steps: a cross-check',
    },
    {
      name: `${site}: lists and feeds in line, p95`,
      value: percentile(
        all.map((sample) => sample.done),
        0.95,
      ),
      unit: 'ms',
      bar: { atMost: LISTS_BAR_MS },
    },
  ];
}

/** Publishes and edits articles, one after the other. */
class ArticlePublisher {
  readonly #server: RunningServer;
  readonly #client: OwnerClient;
  readonly #progress: ProgressStream;
  readonly #live: string;
  /** Unique prefix of the slugs of this run. */
  readonly #run = Date.now().toString(36);
  /** Image of all articles, because uploads are not measured. */
  readonly #cover: Promise<{ public_id: string }>;
  #count = 0;
  #latest: { id: string; slug: string; markdown: string } | null = null;

  constructor(server: RunningServer, client: OwnerClient, progress: ProgressStream, live: string) {
    this.#server = server;
    this.#client = client;
    this.#progress = progress;
    this.#live = live;
    this.#cover = client.uploadCover();
  }

  /** Publishes an article; with `previewed`, after a preview as in the editor. */
  async publishNew({ previewed }: { previewed: boolean }): Promise<Sample> {
    this.#count += 1;
    const slug = `bench-${this.#run}-${this.#count}`;
    const markdown = sampleMarkdown(Number.parseInt(this.#run, 36) + this.#count);
    if (previewed) await this.#client.call('POST', '/api/preview', { markdown });
    const input = {
      title: `A bench article ${this.#run} ${this.#count}`,
      subtitle: 'What a fresh article looks like',
      description: 'A description of the usual length for an article of this kind.',
      markdown,
      slug,
      tags: [`topic-${this.#count % 20}`, 'bench'],
      images: await this.#cover,
      draft: false,
    };
    const { sample, id } = await this.#publish('POST', '/api/articles', input, slug);
    this.#latest = { id, slug, markdown };
    return sample;
  }

  async edit(): Promise<Sample> {
    if (!this.#latest) throw new Error('nothing to edit yet');
    const { id, slug } = this.#latest;
    this.#count += 1;
    const markdown = `Edited for the ${this.#count}th time.\n\n${this.#latest.markdown}`;
    const { sample } = await this.#publish('PUT', `/api/articles/${id}`, { markdown }, slug);
    return sample;
  }

  async #publish(method: string, apiPath: string, input: object, slug: string) {
    const file = path.join(this.#live, 'blog', slug, 'index.html');
    const before = versionOf(file);
    const started = performance.now();
    const watching = waitForChange(file, before, () => this.#server.hasEnded());
    const { article, job } = await this.#client.save(method, apiPath, input);
    if (job === null) throw new Error('nothing was published');
    const steps = await this.#progress.ended(job);
    const live = steps.find(({ progress }) => progress.step === 'live')?.progress;
    const end = steps.find(({ progress }) => progress.step === 'done');
    if (live?.step !== 'live' || !end) throw new Error(`publishing ${slug} failed`);
    const seen = (await watching) - started;
    return { sample: { live: live.milliseconds, seen, done: end.at - started }, id: article._id };
  }
}

/** Returns a value that changes with each write. Pages are replaced by renaming, so a new one has a new inode. */
export function versionOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino}.${stats.mtimeMs}` : null;
}

export async function waitForChange(
  file: string,
  before: string | null,
  hasStopped: () => boolean,
): Promise<number> {
  for (;;) {
    const version = versionOf(file);
    if (version !== null && version !== before) return performance.now();
    if (hasStopped()) throw new Error('the server ended');
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

/** Subscribes to /api/events as the editor does. */
async function listenToProgress(
  server: RunningServer,
  client: OwnerClient,
): Promise<ProgressStream> {
  const closing = new AbortController();
  const response = await fetch(`${server.origin}/api/events?channel=jobs`, {
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
