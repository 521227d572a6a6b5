import type { AppContext } from '../../context.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { countView } from '../../db/repositories/article-writes.ts';
import { findArticleBySlug } from '../../db/repositories/articles.ts';
import {
  insertPageViews,
  OTHER_PATHS,
  raisePageViews,
  raiseViewDay,
  type ViewTally,
} from '../../db/repositories/views.ts';
import { createDailyReaders, type DailyReaders } from './readers.ts';

/** Milliseconds that views wait for each other, and the most that a kill can lose. */
const FLUSH_MS = 1000;
/** Rows of a day; beyond it query and referrer are left out, and addresses without a page are one. */
export const ENTRIES_PER_DAY = 1000;
/** Different views waiting at most; while the disk fails, the rest is not counted. */
const WAITING_MAX = 20_000;

export interface SeenView {
  path: string;
  query: string;
  /** Host, or ''. */
  referrer: string;
  /** Whether there is a page at this address. */
  known: boolean;
  /** See DailyReaders. */
  reader: string;
}

/** Counts views in the memory and writes them together, so that a crowd costs one write a second. */
export interface ViewCounter {
  readers: DailyReaders;
  add(view: SeenView): void;
  /** Resolves when everything that was added before is stored. */
  flush(): Promise<void>;
  /** Writes what waits. */
  close(): Promise<void>;
}

type CounterContext = Pick<AppContext, 'database' | 'clock'>;

interface Batch {
  tallies: Map<string, ViewTally>;
  /** Readers of the whole site, by day. */
  visitors: Map<number, number>;
  articles: { slug: string; day: number; reader: string; key: string }[];
}

const emptyBatch = (): Batch => ({ tallies: new Map(), visitors: new Map(), articles: [] });

/** @param failed is told when views could not be written; they are tried again */
export function createViewCounter(
  context: CounterContext,
  failed: (error: unknown) => void,
): ViewCounter {
  const readers = createDailyReaders(context.clock);
  let batch = emptyBatch();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function add({ reader, ...view }: SeenView): void {
    const day = readers.today();
    const key = JSON.stringify([day, view.path, view.query, view.referrer]);
    let tally = batch.tallies.get(key);
    if (!tally) {
      if (batch.tallies.size >= WAITING_MAX) return;
      tally = { ...view, day, views: 0, visitors: 0 };
      batch.tallies.set(key, tally);
    }
    tally.views += 1;
    if (readers.isNew(reader, '')) batch.visitors.set(day, (batch.visitors.get(day) ?? 0) + 1);
    if (readers.isNew(reader, view.path)) {
      const slug = /^\/blog\/([^/]+)$/.exec(view.path)?.[1];
      // An article counts its readers itself; the two agree because it is asked.
      if (slug !== undefined && view.known) batch.articles.push({ slug, day, reader, key });
      else tally.visitors += 1;
    }
    timer ??= setTimeout(() => void flush().catch(failed), FLUSH_MS).unref();
  }

  function flush(): Promise<void> {
    const next = writing.then(async () => {
      clearTimeout(timer);
      timer = undefined;
      if (batch.tallies.size === 0) return;
      const full = batch;
      batch = emptyBatch();
      try {
        await context.database.write((query) => store(context, query, full));
      } catch (error) {
        putBack(full);
        throw error;
      }
    });
    writing = next.catch(() => undefined);
    return next;
  }

  function putBack(full: Batch): void {
    const since = batch;
    batch = full;
    for (const [key, tally] of since.tallies) {
      const before = full.tallies.get(key);
      if (before) {
        before.views += tally.views;
        before.visitors += tally.visitors;
      } else if (full.tallies.size < WAITING_MAX) full.tallies.set(key, tally);
    }
    for (const [day, more] of since.visitors) {
      full.visitors.set(day, (full.visitors.get(day) ?? 0) + more);
    }
    full.articles.push(...since.articles);
    timer ??= setTimeout(() => void flush().catch(failed), FLUSH_MS).unref();
  }

  return {
    readers,
    add,
    flush,
    async close() {
      clearTimeout(timer);
      await flush();
    },
  };
}

/** Runs again from the start while another process writes, so it leaves the batch as it is. */
function store({ database }: CounterContext, query: Queryable, batch: Batch): void {
  const counted = new Map<string, number>();
  for (const { slug, key, ...view } of batch.articles) {
    const article = findArticleBySlug(database, slug);
    const added = !article || countView(query, { ...view, articleId: article.id });
    if (added) counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  for (const [key, tally] of batch.tallies) {
    const visitors = tally.visitors + (counted.get(key) ?? 0);
    storeTally(database, { ...tally, visitors });
  }
  for (const [day, visitors] of batch.visitors) raiseViewDay(database, day, { visitors });
}

/** The first that has room: the view as it is, its page alone, all other addresses together. */
function storeTally(database: Database, tally: ViewTally): void {
  const entries = raiseViewDay(database, tally.day, { views: tally.views });
  const plain = { ...tally, query: '', referrer: '' };
  const forms = tally.known ? [tally, plain] : [tally, { ...plain, path: OTHER_PATHS }];
  for (const form of forms) if (raisePageViews(database, form)) return;
  const room = entries < ENTRIES_PER_DAY;
  insertPageViews(database, room ? tally : (forms[1] ?? plain));
  raiseViewDay(database, tally.day, { entries: 1 });
}
