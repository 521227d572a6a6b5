import { setTimeout as pause } from 'node:timers/promises';
import { createOwnerClient, type OwnerClient } from '../harness/client.ts';
import { createRandom, type Random } from '../harness/random.ts';
import type { RunningServer } from '../harness/server.ts';
import { endingOf } from './inspect-site.ts';

/** Requests per second. */
const RATE = 50;

/** Largest number of concurrent requests, for busy machines with slow responses. */
const CONCURRENT_MAX = 25;

/** Pages that always exist. */
const permanentPaths = ['/', '/blog', '/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml'];

/** Target of requests, for example one of several servers in turn. */
export type Site = Pick<RunningServer, 'origin' | 'siteUrl'>;

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
  async poll(site: Site, hasStopped: () => boolean): Promise<void> {
    const open = new Set<Promise<void>>();
    while (!hasStopped()) {
      if (open.size < CONCURRENT_MAX) {
        const request = this.#requestPage(site, hasStopped).finally(() => open.delete(request));
        open.add(request);
      }
      await pause(1000 / RATE);
    }
    await Promise.all(open);
  }

  async #requestPage(site: Site, hasStopped: () => boolean): Promise<void> {
    const path = this.#random.pick([...permanentPaths, ...this.#pages.keys()]);
    const page = this.#pages.get(path);
    const wasLive = page?.isLive ?? true;
    let result: { status: number; body: string; location: string | null };
    try {
      const response = await fetch(site.origin + path, { redirect: 'manual' });
      const location = response.headers.get('location');
      result = { status: response.status, body: await response.text(), location };
    } catch (error) {
      // A killed server cuts its connections.
      if (!hasStopped()) this.findings.push(`${path}: no response: ${error}`);
      return;
    }
    this.requests += 1;
    const hasChanged = page !== undefined && this.#pages.get(path) !== page;
    this.#check(path, result, wasLive && !hasChanged);
    if (!page || hasChanged) return;
    if (result.status === 301 || result.body.includes(page.marker)) page.isLive = true;
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

const isReadable = ({ state }: ArticleState): boolean => state === 'live' || state === 'archived';

/** State of an article that the server has acknowledged, or is expected to acknowledge. */
export interface ArticleState {
  id: string | null;
  slug: string;
  title: string;
  /** A word that only this version of the text contains. */
  marker: string;
  state: 'draft' | 'live' | 'archived' | 'deleted';
  tags: string[];
  /** True if it was ever published. Only then, a changed slug creates a redirect. */
  published: boolean;
  formerSlugs: string[];
}

/** An article of a simulated author. */
export interface TrackedArticle {
  acknowledged: ArticleState | null;
  /** State after the last call if it got no response. */
  pending: ArticleState | null;
}

interface Call {
  method: string;
  path: string;
  body?: object;
  after: ArticleState;
}

const topics = ['alpha', 'beta', 'gamma', 'delta'];

/**
 * A simulated author who creates, publishes, edits, renames, withdraws and deletes articles in sequential
 * calls, and records the acknowledged states.
 */
export class Author {
  readonly articles: TrackedArticle[] = [];
  readonly #name: string;
  readonly #random: Random;
  readonly #reader: Reader;
  #client: OwnerClient | null = null;
  #count = 0;
  acknowledgedCalls = 0;

  constructor(name: string, random: Random, reader: Reader) {
    this.#name = name;
    this.#random = random;
    this.#reader = reader;
  }

  /** Sends calls until `hasStopped` returns true. @returns message of the first failure, or null */
  async work(site: Site, hasStopped: () => boolean): Promise<string | null> {
    try {
      // The session stays valid after a restart, because its row and the keys are on the disk.
      if (!this.#client) {
        this.#client = createOwnerClient(site);
        await this.#client.signIn();
      }
      this.#cover ??= await this.#client.uploadCover();
      while (!hasStopped()) {
        const failure = await this.#step(this.#client);
        if (failure !== null) return failure;
      }
      return null;
    } catch (error) {
      // A killed server closes connections. Errors before the kill are failures.
      if (hasStopped()) return null;
      return `${this.#name}: ${error instanceof Error ? `${error.message} ${error.cause}` : error}`;
    }
  }

  async #step(client: OwnerClient): Promise<string | null> {
    const article = this.#chooseArticle();
    const before = article.acknowledged;
    const call = before ? this.#change(before) : this.#create();
    article.pending = call.after;
    if (before) this.#reader.expectChange(before, call.after);
    const response = await client.call<{ article?: { _id: string }; job?: number | null }>(
      call.method,
      call.path,
      call.body,
    );
    if (response.status === 401) {
      await client.signIn();
      return null;
    }
    if (response.status >= 300) {
      return `${call.method} ${call.path}: ${response.status} ${JSON.stringify(response.body)}`;
    }
    article.acknowledged = { ...call.after, id: response.body.article?._id ?? call.after.id };
    article.pending = null;
    this.acknowledgedCalls += 1;
    this.#reader.expect(article.acknowledged);
    return null;
  }

  #chooseArticle(): TrackedArticle {
    if (this.articles.length < 4 || this.#random.below(8) === 0) {
      const article: TrackedArticle = { acknowledged: null, pending: null };
      this.articles.push(article);
      return article;
    }
    return this.#random.pick(this.articles.filter((article) => article.acknowledged));
  }

  #createMarker(): string {
    this.#count += 1;
    return `mark-${this.#name}-${this.#count}`;
  }

  #create(): Call {
    const marker = this.#createMarker();
    const after: ArticleState = {
      id: null,
      slug: `${this.#name}-${this.#count}`,
      title: `An article by ${this.#name}, ${marker}`,
      marker,
      state: this.#random.below(3) === 0 ? 'draft' : 'live',
      tags: [this.#random.pick(topics)],
      published: false,
      formerSlugs: [],
    };
    after.published = after.state === 'live';
    const { slug, title, tags } = after;
    const body = {
      slug,
      title,
      tags,
      markdown: textOf(marker),
      draft: after.state === 'draft',
      subtitle: 'What an author wrote',
      description: 'Written under fire.',
      images: this.#cover,
    };
    return { method: 'POST', path: '/api/articles', body, after };
  }

  #change(before: ArticleState): Call {
    const path = `/api/articles/${before.id}`;
    if (before.state === 'deleted') {
      const state = this.#stateBefore.get(before.id ?? '') ?? 'live';
      return { method: 'POST', path: `${path}/restore`, after: { ...before, state } };
    }
    const kind = this.#random.below(12);
    if (kind === 0) {
      this.#stateBefore.set(before.id ?? '', before.state);
      return { method: 'DELETE', path, after: { ...before, state: 'deleted' } };
    }
    const marker = this.#createMarker();
    const edited = { ...before, marker, title: `An article by ${this.#name}, ${marker}` };
    const text = { title: edited.title, markdown: textOf(marker) };
    const put = (body: object, change: Partial<ArticleState>): Call => ({
      method: 'PUT',
      path,
      body: { ...text, ...body },
      after: { ...edited, ...change },
    });
    if (kind === 1 && before.state === 'live') return put({ draft: true }, { state: 'draft' });
    if (kind === 2 && before.state === 'live')
      return put({ archived: true }, { state: 'archived' });
    if (kind <= 4) {
      const slug = `${this.#name}-renamed-${this.#count}`;
      const formerSlugs = before.published
        ? [...before.formerSlugs, before.slug]
        : before.formerSlugs;
      return put({ slug }, { slug, formerSlugs });
    }
    if (kind === 5) {
      const tags = [this.#random.pick(topics), `${this.#name}-only`];
      return put({ tags }, { tags });
    }
    if (before.state === 'draft') {
      return put({ draft: false }, { state: 'live', published: true });
    }
    if (before.state === 'archived') return put({ archived: false }, { state: 'live' });
    return put({}, {});
  }

  #cover: { public_id: string } | null = null;
  readonly #stateBefore = new Map<string, ArticleState['state']>();
}

/** Creates authors whose calls depend only on the seed. */
export const createAuthors = (count: number, { seed }: Random, reader: Reader): Author[] =>
  Array.from(
    { length: count },
    (_, index) => new Author(`author-${index + 1}`, createRandom(seed + 10 + index), reader),
  );

const textOf = (marker: string) =>
  `The word of this version is ${marker}.\n\n\`\`\`ts\nconst version = '${marker}';\n\`\`\`\n\nThat is all.`;

function pathsOf({ id, slug, formerSlugs }: ArticleState): string[] {
  return [slug, ...formerSlugs, ...(id === null ? [] : [id])].map((key) => `/blog/${key}`);
}
