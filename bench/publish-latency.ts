import { statSync } from 'node:fs';
import path from 'node:path';
import { createOwnerClient, type OwnerClient } from './stage/client.ts';
import { listenToProgress, type ProgressStream } from './stage/progress.ts';
import { type Measure, say } from './stage/report.ts';
import { sampleMarkdown } from './stage/sample-markdown.ts';
import type { RunningServer } from './stage/server.ts';
import type { Bench, Stage } from './stage/stage.ts';
import { percentile } from './stage/statistics.ts';

const LIVE_BAR_MS = 50;
const LISTS_BAR_MS = 250;
const GROWTH_BAR = 1.5;
const WARM_UP = 15;
/** Milliseconds between looks at the file. */
const LOOK_EVERY_MS = 1;

/** What one publishing took, in milliseconds since the request. */
interface Sample {
  /** By the server: from the request's arrival to the article's file in place. */
  live: number;
  /** By somebody who watches the folder: from sending the request to seeing the new file. */
  seen: number;
  /** Until lists and feeds are in line. */
  done: number;
}

/** From the press of the button to the file a reader gets, for sites of three sizes. */
export const publishLatency: Bench = {
  title: 'Publishing',
  async measure(stage) {
    const sizes = [...new Set([100, Math.min(1000, stage.articles), stage.articles])];
    const medians: number[] = [];
    const measures: Measure[] = [];
    for (const size of sizes) {
      const samples = await publishAt(stage, size);
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

async function publishAt(stage: Stage, size: number): Promise<Samples> {
  const dataFolder = await stage.site(size);
  const server = await stage.start(dataFolder);
  const client = createOwnerClient(server);
  await client.signIn();
  const progress = await listenToProgress(server, client);
  const desk = new Desk(server, client, progress, path.join(dataFolder, 'live'));
  say(`publishing one by one beside ${size} articles`);
  const rounds = stage.short ? 10 : 60;
  const samples: Samples = { fresh: [], previewed: [], edited: [] };
  for (let round = -(stage.short ? 3 : WARM_UP); round < rounds; round += 1) {
    const fresh = await desk.publishNew({ previewed: false });
    const previewed = await desk.publishNew({ previewed: true });
    const edited = await desk.edit();
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

/** Writes, publishes and edits, one article after the other. */
class Desk {
  readonly #server: RunningServer;
  readonly #client: OwnerClient;
  readonly #progress: ProgressStream;
  readonly #live: string;
  /** What no earlier run on the same site has used. */
  readonly #run = Date.now().toString(36);
  /** The same small image for all of them: its upload is no part of publishing. */
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

  /** Publishes an article; with `previewed`, the editor has shown it before. */
  async publishNew({ previewed }: { previewed: boolean }): Promise<Sample> {
    this.#count += 1;
    const slug = `bench-${this.#run}-${this.#count}`;
    const markdown = sampleMarkdown(Number.parseInt(this.#run, 36) + this.#count);
    if (previewed) await this.#client.call('POST', '/api/preview', { markdown });
    const wish = {
      title: `A bench article ${this.#run} ${this.#count}`,
      subtitle: 'What a fresh article looks like',
      description: 'A description of the usual length for an article of this kind.',
      markdown,
      slug,
      tags: [`topic-${this.#count % 20}`, 'bench'],
      images: await this.#cover,
      draft: false,
    };
    const { sample, id } = await this.#publish('POST', '/api/articles', wish, slug);
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

  async #publish(method: string, address: string, wish: object, slug: string) {
    const file = path.join(this.#live, 'blog', slug, 'index.html');
    const before = stampOf(file);
    const started = performance.now();
    const watching = waitForChange(file, before, () => this.#server.hasEnded());
    const { article, job } = await this.#client.save(method, address, wish);
    if (job === null) throw new Error('nothing was published');
    const heard = await this.#progress.ended(job);
    const live = heard.find(({ progress }) => progress.step === 'live')?.progress;
    const end = heard.find(({ progress }) => progress.step === 'done');
    if (live?.step !== 'live' || !end) throw new Error(`publishing ${slug} failed`);
    const seen = (await watching) - started;
    return { sample: { live: live.milliseconds, seen, done: end.at - started }, id: article._id };
  }
}

/** A page is replaced by renaming, so a new one is another inode. */
export function stampOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}.${found.mtimeMs}` : null;
}

export async function waitForChange(
  file: string,
  before: string | null,
  gaveUp: () => boolean,
): Promise<number> {
  for (;;) {
    const stamp = stampOf(file);
    if (stamp !== null && stamp !== before) return performance.now();
    if (gaveUp()) throw new Error('the server ended');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
