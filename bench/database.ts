import { spawnSync } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { type Connection, openRaw } from '../api/db/connection.ts';
import type { Queryable } from '../api/db/database.ts';
import { migrate } from '../api/db/migrate.ts';
import { cachedRead } from '../api/db/query-cache.ts';
import { insertArticle } from '../api/db/repositories/articles.ts';
import { insertComment } from '../api/db/repositories/comments.ts';
import { users } from '../api/db/schema/accounts.ts';
import { cacheStatements } from '../api/db/statement-cache.ts';
import type { Bench } from './harness/bench-context.ts';
import { logProgress, type Measure, median } from './harness/report.ts';

const ROUNDS = 15;
const ARTICLES = 2_000;
const COMMENTS = 500;
const READS = 2_000;
/** Lowest ratio that justifies the code of an optimization. */
const RATIO_MIN = 1.2;

/** Compares the caches of api/db and the module hook with the same work without them. */
export const database: Bench = {
  title: 'Shortcuts of the database',
  async measure() {
    logProgress('writing and reading with and without the statement cache');
    const cached = openSample(true);
    const plain = openSample(false);
    const insert = compare(
      () => insertComments(cached),
      () => insertComments(plain),
    );
    const select = compare(
      () => readUsers(cached),
      () => readUsers(plain),
    );
    logProgress('counting with and without the query cache');
    const count = compare(
      () => countArticles(cached, true),
      () => countArticles(cached, false),
    );
    for (const { raw } of [cached, plain]) raw.close();
    logProgress('importing drizzle-orm with and without the hook');
    const start = compare(
      () => importDatabase(true),
      () => importDatabase(false),
    );
    return [
      ratio('statement cache, storing a comment', insert),
      ratio('statement cache, reading a user', select),
      ratio(`query cache, counting ${ARTICLES} articles`, count),
      ratio('module hook, importing the database', start),
    ];
  },
};

type Sample = ReturnType<typeof openSample>;

function openSample(withCache: boolean) {
  const raw = openRaw(':memory:', false);
  migrate({ raw });
  const query: Queryable = drizzle(withCache ? cacheStatements(raw) : raw);
  const at = { createdAt: 0, updatedAt: 0 };
  const user = { publicId: 'u', email: 'a@example.org', name: 'A', passwordHash: 'x' };
  const authorId = query
    .insert(users)
    .values({ ...user, ...at, passwordChangedAt: 0 })
    .returning()
    .get().id;
  const insertAll = raw.transaction(() => {
    for (let number = 0; number < ARTICLES; number += 1) {
      const names = { publicId: `a${number}`, slug: `a${number}`, title: `Article ${number}` };
      insertArticle(query, { authorId, ...names, ...at, draft: false, publishedAt: number }, {});
    }
  });
  insertAll();
  return { raw, query, comments: 0 };
}

function insertComments(sample: Sample): void {
  const insertAll = sample.raw.transaction(() => {
    for (let number = 0; number < COMMENTS; number += 1) {
      sample.comments += 1;
      insertComment(sample.query, {
        publicId: `c${sample.comments}`,
        articleId: 1,
        userId: 1,
        guest: null,
        parentId: null,
        state: 'published',
        createdAt: 1,
        spamFactors: [],
        text: 'Some text of a comment',
        html: '<p>Some text of a comment</p>',
      });
    }
  });
  insertAll();
}

function readUsers({ query }: Sample): void {
  for (let number = 0; number < READS; number += 1) {
    query.select().from(users).where(eq(users.id, 1)).get();
  }
}

function countArticles({ raw }: Sample, withCache: boolean): void {
  const statement = raw.prepare("SELECT count(*) FROM articles WHERE state = 'live'").pluck();
  for (let number = 0; number < READS; number += 1) {
    if (withCache) cachedRead({ raw } as Connection, 'count', () => statement.get());
    else statement.get();
  }
}

/** Imports the database code in a new process, because a process imports a module only once. */
function importDatabase(withHook: boolean): void {
  const hook = new URL('../api/module-resolve-hook.ts', import.meta.url).href;
  const module = new URL('../api/db/database.ts', import.meta.url).href;
  const code = `${withHook ? `await import('${hook}');` : ''} await import('${module}');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Measures both alternately after an uncounted round. @returns time of `without` divided by the time of `work` */
function compare(work: () => void, without: () => void): number {
  const times = { work: [] as number[], without: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = [timeOf(work), timeOf(without)] as const;
    if (round === 0) continue;
    times.work.push(pair[0]);
    times.without.push(pair[1]);
  }
  return median(times.without) / median(times.work);
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

const ratio = (name: string, value: number): Measure => ({
  name,
  value,
  unit: '×',
  bar: { atLeast: RATIO_MIN },
  note: 'time without it, divided by the time with it',
});
