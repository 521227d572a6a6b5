import { createOwnerClient, type OwnerClient } from '../stage/client.ts';
import type { Random } from '../stage/random.ts';
import type { RunningServer } from '../stage/server.ts';
import type { Watch } from './watch.ts';

/** An article as its author was told that it is stored. */
export interface Kept {
  id: string | null;
  slug: string;
  title: string;
  /** A word that stands in this version of the text alone. */
  mark: string;
  state: 'draft' | 'live' | 'archived' | 'deleted';
  tags: string[];
  /** Whether readers could ever see it: only then a changed address leaves a redirect. */
  published: boolean;
  formerSlugs: string[];
}

/** An article of a desk: what is certain, and what a cut connection left open. */
export interface Folder {
  kept: Kept | null;
  /** What it is if the call that nobody answered went through. */
  perhaps: Kept | null;
}

interface Call {
  method: string;
  path: string;
  body?: object;
  after: Kept;
}

const topics = ['alpha', 'beta', 'gamma', 'delta'];

/**
 * One author who saves, publishes, edits, renames, withdraws and deletes without a rest, one call
 * after the other, and remembers what was acknowledged.
 */
export class Desk {
  readonly folders: Folder[] = [];
  readonly #name: string;
  readonly #random: Random;
  readonly #watch: Watch;
  #client: OwnerClient | null = null;
  #count = 0;
  acknowledged = 0;

  constructor(name: string, random: Random, watch: Watch) {
    this.#name = name;
    this.#random = random;
    this.#watch = watch;
  }

  /** Works until the server is gone or `stop` says so. @returns what went wrong, or null */
  async work(server: RunningServer, stop: () => boolean): Promise<string | null> {
    try {
      // The session outlives the server: its row and the keys are on the disk.
      if (!this.#client) {
        this.#client = createOwnerClient(server);
        await this.#client.signIn();
      }
      this.#cover ??= await this.#client.uploadCover();
      while (!stop()) {
        const trouble = await this.#step(this.#client);
        if (trouble !== null) return trouble;
      }
      return null;
    } catch (error) {
      // A killed server answers nobody; whoever is cut off before that has a reason to complain.
      if (stop()) return null;
      return `${this.#name}: ${error instanceof Error ? `${error.message} ${error.cause}` : error}`;
    }
  }

  async #step(client: OwnerClient): Promise<string | null> {
    const folder = this.#chooseFolder();
    const call = folder.kept ? this.#change(folder.kept) : this.#create();
    folder.perhaps = call.after;
    if (folder.kept) this.#watch.expectChange(folder.kept, call.after);
    const answer = await client.call<{ article?: { _id: string }; job?: number | null }>(
      call.method,
      call.path,
      call.body,
    );
    if (answer.status === 401) {
      await client.signIn();
      return null;
    }
    if (answer.status >= 300) {
      return `${call.method} ${call.path}: ${answer.status} ${JSON.stringify(answer.body)}`;
    }
    folder.kept = { ...call.after, id: answer.body.article?._id ?? call.after.id };
    folder.perhaps = null;
    this.acknowledged += 1;
    this.#watch.expect(folder.kept);
    return null;
  }

  #chooseFolder(): Folder {
    if (this.folders.length < 4 || this.#random.below(8) === 0) {
      const folder: Folder = { kept: null, perhaps: null };
      this.folders.push(folder);
      return folder;
    }
    return this.#random.pick(this.folders.filter((folder) => folder.kept));
  }

  #mark(): string {
    this.#count += 1;
    return `mark-${this.#name}-${this.#count}`;
  }

  #create(): Call {
    const mark = this.#mark();
    const after: Kept = {
      id: null,
      slug: `${this.#name}-${this.#count}`,
      title: `An article by ${this.#name}, ${mark}`,
      mark,
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
      markdown: textOf(mark),
      draft: after.state === 'draft',
      subtitle: 'What an author wrote',
      description: 'Written under fire.',
      images: this.#cover,
    };
    return { method: 'POST', path: '/api/articles', body, after };
  }

  #change(kept: Kept): Call {
    const path = `/api/articles/${kept.id}`;
    if (kept.state === 'deleted') {
      const state = this.#stateBefore.get(kept.id ?? '') ?? 'live';
      return { method: 'POST', path: `${path}/restore`, after: { ...kept, state } };
    }
    const kind = this.#random.below(12);
    if (kind === 0) {
      this.#stateBefore.set(kept.id ?? '', kept.state);
      return { method: 'DELETE', path, after: { ...kept, state: 'deleted' } };
    }
    const mark = this.#mark();
    const edited = { ...kept, mark, title: `An article by ${this.#name}, ${mark}` };
    const text = { title: edited.title, markdown: textOf(mark) };
    const put = (body: object, change: Partial<Kept>): Call => ({
      method: 'PUT',
      path,
      body: { ...text, ...body },
      after: { ...edited, ...change },
    });
    if (kind === 1 && kept.state === 'live') return put({ draft: true }, { state: 'draft' });
    if (kind === 2 && kept.state === 'live') return put({ archived: true }, { state: 'archived' });
    if (kind <= 4) {
      const slug = `${this.#name}-renamed-${this.#count}`;
      const formerSlugs = kept.published ? [...kept.formerSlugs, kept.slug] : kept.formerSlugs;
      return put({ slug }, { slug, formerSlugs });
    }
    if (kind === 5) {
      const tags = [this.#random.pick(topics), `${this.#name}-only`];
      return put({ tags }, { tags });
    }
    if (kept.state === 'draft') {
      return put({ draft: false }, { state: 'live', published: true });
    }
    if (kept.state === 'archived') return put({ archived: false }, { state: 'live' });
    return put({}, {});
  }

  #cover: { public_id: string } | null = null;
  readonly #stateBefore = new Map<string, Kept['state']>();
}

const textOf = (mark: string) =>
  `The word of this version is ${mark}.\n\n\`\`\`ts\nconst version = '${mark}';\n\`\`\`\n\nThat is all.`;
