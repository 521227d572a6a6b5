import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../api/testing/local-server.ts';
import { createRandom } from '../harness/random.ts';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder } from '../harness/scratch.ts';
import { seedArticles } from '../harness/seed.ts';
import {
  openForReading,
  type RunningServer,
  spawnServer,
  waitForHealth,
  waitForJobs,
  waitUntil,
} from '../harness/server.ts';
import {
  findHalfPages,
  findStaleCopies,
  findTemporaryFiles,
  inspectSite,
  readArticles,
  type StoredArticle,
} from './inspect-site.ts';
import { takeLeanBuild } from './prepared-site.ts';
import {
  type ArticleState,
  type Author,
  createAuthors,
  Reader,
  type TrackedArticle,
} from './workload.ts';

const AUTHORS = 3;
/** Initial articles, so that lists have several pages. */
const ARTICLES = 30;
/** Latest kill after the first acknowledged write, in milliseconds. */
const LIFE_MAX_MS = 700;
/** Longest wait for the first acknowledged write before a kill, in milliseconds. */
const FIRST_WRITE_TIMEOUT_MS = 60_000;
/** Every nth kill happens while the server starts. */
const EARLY_KILL_EVERY = 6;
const START_MAX_MS = 1500;
const DRAIN_LIMIT_MS = 240_000;
const COMPRESSION_LIMIT_MS = 240_000;

/**
 * Kills the real server at random times with kill -9 while authors write and a reader loads pages. Then
 * checks after each restart that no data is lost, partial, outdated, duplicate or left behind.
 */
export async function killWhilePublishing({
  kills,
  random,
  log,
}: AttackSettings): Promise<AttackResult> {
  const dataFolder = scratchFolder('kill');
  const settings = { dataFolder, buildFolder: takeLeanBuild(), port: await freePort() };
  await seedArticles(dataFolder, ARTICLES, 1);
  const reader = new Reader(createRandom(random.seed + 1));
  const authors = createAuthors(AUTHORS, random, reader);
  const findings: string[] = [];
  const reported = new Set<string>();
  const report = (kill: number, newFindings: string[]) => {
    for (const finding of newFindings) {
      // Later checks find the same problem again.
      if (reported.has(finding)) continue;
      reported.add(finding);
      findings.push(`after kill ${kill}: ${finding}`);
      log(`after kill ${kill}: ${finding}`);
    }
  };

  for (let kill = 1; kill <= kills; kill += 1) {
    const server = spawnServer(settings);
    if (random.below(EARLY_KILL_EVERY) === 0) {
      await pause(random.below(START_MAX_MS));
      await server.kill();
    } else {
      report(
        kill - 1,
        await runUntilKilled(server, dataFolder, authors, reader, random.below(LIFE_MAX_MS)),
      );
    }
    report(kill, findHalfPages(dataFolder));
    report(kill, reader.findings.splice(0));
    if (kill % 20 === 0) log(`${kill} kills, ${findings.length} findings`);
  }

  const server = spawnServer(settings);
  report(kills, await recover(server, dataFolder, authors));
  await waitForJobs(dataFolder, ['release', 'follow', 'compress'], COMPRESSION_LIMIT_MS);
  report(kills, findTemporaryFiles(dataFolder, null));
  report(kills, await findStaleCopies(dataFolder));
  await server.stop();
  report(kills, findTemporaryFiles(dataFolder, null));
  if (process.env.KEEP === undefined) removeFolder(dataFolder);
  const acknowledged = authors.reduce((sum, author) => sum + author.acknowledgedCalls, 0);
  const summary = `${kills} kills, ${acknowledged} acknowledged writes, ${reader.requests} reads`;
  return { summary, findings };
}

/** Lets a server recover and authors write, then kills the server. */
async function runUntilKilled(
  server: RunningServer,
  dataFolder: string,
  authors: Author[],
  reader: Reader,
  lifeMs: number,
): Promise<string[]> {
  let isKilled = false;
  const hasStopped = () => isKilled || server.hasEnded();
  await waitForHealth(server);
  const polling = reader.poll(server, hasStopped);
  const findings = await recover(server, dataFolder, authors);
  for (const author of authors) {
    for (const { acknowledged } of author.articles) if (acknowledged) reader.expect(acknowledged);
  }
  const working = authors.map((author) => author.work(server, hasStopped));
  await waitForFirstWrite(authors);
  await pause(lifeMs);
  if (server.hasEnded()) findings.push(`the server ended unexpectedly:\n${server.output()}`);
  isKilled = true;
  await server.kill();
  const failures = await Promise.all(working);
  await polling;
  return [...findings, ...failures.filter((failure) => failure !== null)];
}

/** Waits for an acknowledged write. Right after a start, markdown is slow, and a kill would interrupt nothing. */
async function waitForFirstWrite(authors: Author[]): Promise<void> {
  const total = () => authors.reduce((sum, author) => sum + author.acknowledgedCalls, 0);
  const before = total();
  await waitUntil(() => total() > before, FIRST_WRITE_TIMEOUT_MS);
}

/** Waits until a restarted server has no pending jobs, then runs all checks. */
export async function recover(
  server: RunningServer,
  dataFolder: string,
  authors: Author[],
): Promise<string[]> {
  await waitForHealth(server);
  const findings: string[] = [];
  try {
    await waitForJobs(dataFolder, ['publish', 'release', 'follow'], DRAIN_LIMIT_MS);
  } catch (error) {
    findings.push(String(error));
  }
  {
    using database = openForReading(dataFolder);
    findings.push(
      ...verifyAcknowledged(authors, readArticles(database)),
      ...inspectSite(database, dataFolder),
    );
    const failed = database
      .prepare("SELECT id, kind, error FROM jobs WHERE state = 'failed'")
      .all() as object[];
    findings.push(...failed.map((job) => `a job failed: ${JSON.stringify(job)}`));
  }
  findings.push(...(await findStaleCopies(dataFolder)));
  findings.push(...findTemporaryFiles(dataFolder, server.pid));
  findings.push(...findWarnings(server));
  return findings;
}

/** Returns the warnings and errors in the server's output. */
function findWarnings(server: RunningServer): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.includes('The site is at'))
    .map((line) => `the server said: ${line}`);
}

/**
 * Checks that all acknowledged states are stored, and resolves pending calls, which must have happened
 * completely or not at all.
 * @returns a sentence for each lost write
 */
function verifyAcknowledged(authors: Author[], stored: StoredArticle[]): string[] {
  const bySlug = new Map(stored.map((article) => [article.slug, article]));
  const byId = new Map(stored.map((article) => [article.publicId, article]));
  const findings: string[] = [];
  for (const author of authors) {
    for (const article of author.articles) {
      const id = article.acknowledged?.id;
      const row = id ? byId.get(id) : bySlug.get(article.pending?.slug ?? '');
      findings.push(...verifyArticle(article, row));
    }
    // Articles whose creation did not happen are removed.
    const existing = author.articles.filter((article) => article.acknowledged);
    author.articles.splice(0, author.articles.length, ...existing);
  }
  return findings;
}

function verifyArticle(article: TrackedArticle, row: StoredArticle | undefined): string[] {
  const { acknowledged, pending } = article;
  article.pending = null;
  if (pending && row && isSame(pending, row)) {
    article.acknowledged = { ...pending, id: row.publicId };
    return [];
  }
  if (!acknowledged) return row ? [`a new article is stored in part: ${row.slug}`] : [];
  if (row && isSame(acknowledged, row)) return [];
  const { state, slug, title } = acknowledged;
  const stored = row ? `${row.state} ${row.slug} ${row.title}` : 'nothing';
  return [`an acknowledged write is lost: ${state} ${slug} ${title}, found ${stored}`];
}

function isSame(expected: ArticleState, row: StoredArticle): boolean {
  const hasSameItems = (first: string[], second: string[]) =>
    first.toSorted().join() === second.toSorted().join();
  return (
    expected.state === row.state &&
    expected.slug === row.slug &&
    expected.title === row.title &&
    row.markdown.includes(expected.marker) &&
    hasSameItems(expected.tags, row.tags) &&
    hasSameItems(expected.formerSlugs, row.formerSlugs)
  );
}
