import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../stage/random.ts';
import type { RunningServer } from '../stage/server.ts';
import type { ArticleState } from './desk.ts';
import { endingOf } from './release-files.ts';

/** Requests per second. */
const RATE = 50;
/** Largest number of concurrent requests, for busy machines with slow responses. */
const MAX_CONCURRENT = 25;
/** Pages that always exist. */
const permanentPaths = ['/', '/blog', '/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml'];

interface Page {
  /** True if the page was served with its current text and no later change could remove it. */
  isLive: boolean;
  /** Text of the page when the acknowledged change is live. */
  marker: string;
}

/** A simulated reader that requests pages repeatedly and checks that published pages stay available. */
export class Reader {
  readonly #pages = new Map<string, Page>();
  readonly #random: Random;
  readonly findings: string[] = [];
  requests = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Expects a change that is about to be sent, which may remove pages. */
  expectChange(before: ArticleState, after: ArticleState): void {
    if (isReadable(after)) return;
    for (const path of pathsOf(before)) this.#pages.delete(path);
  }

  /** Expects the pages of an acknowledged state. Pages must stay available after their first response. */
  expect(article: ArticleState): void {
    if (!isReadable(article)) return;
    for (const path of pathsOf(article)) {
      const page = this.#pages.get(path);
      // An edited page stays available with its old or its new text.
      if (page) page.marker = article.marker;
      else this.#pages.set(path, { isLive: false, marker: article.marker });
    }
  }

  /** Requests pages until `hasStopped` returns true. */
  async poll(server: RunningServer, hasStopped: () => boolean): Promise<void> {
    const open = new Set<Promise<void>>();
    while (!hasStopped()) {
      if (open.size < MAX_CONCURRENT) {
        const request = this.#requestPage(server, hasStopped).finally(() => open.delete(request));
        open.add(request);
      }
      await pause(1000 / RATE);
    }
    await Promise.all(open);
  }

  async #requestPage(server: RunningServer, hasStopped: () => boolean): Promise<void> {
    const path = this.#random.pick([...permanentPaths, ...this.#pages.keys()]);
    const page = this.#pages.get(path);
    const wasLive = page?.isLive ?? true;
    let answer: { status: number; body: string; location: string | null };
    try {
      const response = await fetch(server.address + path, { redirect: 'manual' });
      const location = response.headers.get('location');
      answer = { status: response.status, body: await response.text(), location };
    } catch (error) {
      // A killed server cuts its connections.
      if (!hasStopped()) this.findings.push(`${path}: no answer: ${error}`);
      return;
    }
    this.requests += 1;
    const hasChanged = page !== undefined && this.#pages.get(path) !== page;
    this.#check(path, answer, wasLive && !hasChanged);
    if (!page || hasChanged) return;
    if (answer.status === 301 || answer.body.includes(page.marker)) page.isLive = true;
  }

  #check(
    path: string,
    { status, body, location }: { status: number; body: string; location: string | null },
    mustExist: boolean,
  ): void {
    if (status === 301) {
      if (!location?.startsWith('/blog/')) this.findings.push(`${path} leads to ${location}`);
    } else if (status === 200) {
      if (!endingOf(path).test(body))
        this.findings.push(`${path}: half a page: …${body.slice(-80)}`);
    } else if (mustExist || status !== 404) {
      this.findings.push(`${path}: ${status} though the page is live`);
    }
  }
}

export const isReadable = ({ state }: ArticleState): boolean =>
  state === 'live' || state === 'archived';

function pathsOf({ id, slug, formerSlugs }: ArticleState): string[] {
  return [slug, ...formerSlugs, ...(id === null ? [] : [id])].map((key) => `/blog/${key}`);
}
