import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../stage/random.ts';
import type { RunningServer } from '../stage/server.ts';
import type { Kept } from './desk.ts';
import { endingOf } from './release-files.ts';

/** Requests a second. */
const RATE = 50;
/** Requests that may be on their way; a busy machine answers late, and a thousand more would not help. */
const IN_FLIGHT_MAX = 25;
/** Pages that are there whatever the authors do. */
const entrances = ['/', '/blog', '/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml'];

interface Page {
  /** Seen with its present text since the last change that could take it away. */
  live: boolean;
  /** Stands in the page once the acknowledged change is live. */
  mark: string;
  /** Grows with whatever makes an absence lawful. */
  generation: number;
}

/** A reader who asks for pages again and again and remembers which ones there must be. */
export class Watch {
  readonly #pages = new Map<string, Page>();
  readonly #random: Random;
  readonly findings: string[] = [];
  requests = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** What is about to be sent may take pages away from now on. */
  expectChange(before: Kept, after: Kept): void {
    if (isReadable(after)) return;
    for (const path of pathsOf(before)) this.#pages.delete(path);
  }

  /** A change was acknowledged: its page has to come, and once it came, to stay. */
  expect(kept: Kept): void {
    if (!isReadable(kept)) return;
    for (const path of pathsOf(kept)) {
      const known = this.#pages.get(path);
      // An edited page stays readable all the time, in its old or its new form.
      if (known) known.mark = kept.mark;
      else this.#pages.set(path, { live: false, mark: kept.mark, generation: 0 });
    }
  }

  /** Asks until the server is gone. */
  async poll(server: RunningServer, gone: () => boolean): Promise<void> {
    const open = new Set<Promise<void>>();
    while (!gone()) {
      if (open.size < IN_FLIGHT_MAX) {
        const asking = this.#ask(server, gone).finally(() => open.delete(asking));
        open.add(asking);
      }
      await pause(1000 / RATE);
    }
    await Promise.all(open);
  }

  async #ask(server: RunningServer, gone: () => boolean): Promise<void> {
    const path = this.#random.pick([...entrances, ...this.#pages.keys()]);
    const page = this.#pages.get(path);
    const wasLive = page?.live ?? true;
    let answer: { status: number; body: string; location: string | null };
    try {
      const response = await fetch(server.address + path, { redirect: 'manual' });
      const location = response.headers.get('location');
      answer = { status: response.status, body: await response.text(), location };
    } catch (error) {
      // A killed server cuts its connections.
      if (!gone()) this.findings.push(`${path}: no answer: ${error}`);
      return;
    }
    this.requests += 1;
    const changed = page !== undefined && this.#pages.get(path) !== page;
    this.#judge(path, answer, wasLive && !changed);
    if (!page || changed) return;
    if (answer.status === 301 || answer.body.includes(page.mark)) page.live = true;
  }

  #judge(
    path: string,
    { status, body, location }: { status: number; body: string; location: string | null },
    mustBeThere: boolean,
  ): void {
    if (status === 301) {
      if (!location?.startsWith('/blog/')) this.findings.push(`${path} leads to ${location}`);
    } else if (status === 200) {
      if (!endingOf(path).test(body))
        this.findings.push(`${path}: half a page: …${body.slice(-80)}`);
    } else if (mustBeThere || status !== 404) {
      this.findings.push(`${path}: ${status} though the page is live`);
    }
  }
}

export const isReadable = ({ state }: Kept): boolean => state === 'live' || state === 'archived';

function pathsOf({ id, slug, formerSlugs }: Kept): string[] {
  return [slug, ...formerSlugs, ...(id === null ? [] : [id])].map((key) => `/blog/${key}`);
}
