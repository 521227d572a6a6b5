import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, seedNumber } from '../stage/random.ts';
import { removeFolder, scratchFolder } from '../stage/scratch.ts';
import { seedArticles } from '../stage/seed-articles.ts';
import { freePort, type RunningServer, spawnServer, waitForHealth } from '../stage/server.ts';
import { openForReading, waitForJobs } from '../stage/site-database.ts';
import type { AttackResult, AttackSettings } from './attack-result.ts';
import { Desk } from './desk.ts';
import { settle } from './inspect-acknowledged.ts';
import { inspectSite, readArticles } from './inspect-site.ts';
import { takeLeanBuild } from './prepared-site.ts';
import { findHalfPages, findStaleTwins, findTemporaryFiles } from './release-files.ts';
import { Watch } from './watch.ts';

const AUTHORS = 3;
/** Articles that are there before, so that lists have several pages. */
const ARTICLES = 30;
/** The server works at most this long, counted from its first acknowledged write. Milliseconds. */
const LIFE_MAX_MS = 700;
/** Milliseconds after which a kill does not wait for a first write any more. */
const FIRST_WRITE_MS = 60_000;
/** One kill in so many hits the server while it starts. */
const EARLY_EVERY = 6;
const START_MAX_MS = 1500;
const DRAIN_LIMIT_MS = 240_000;
const TWINS_LIMIT_MS = 240_000;

/**
 * Ends the real server by kill -9 at random moments while authors work and a reader reads, and
 * checks after each restart that nothing is lost, half, stale, double or left behind.
 */
export async function killWhilePublishing({ kills, log }: AttackSettings): Promise<AttackResult> {
  const random = createRandom(seedNumber());
  log(`seed ${random.seed}`);
  const dataFolder = scratchFolder('kill');
  const settings = { dataFolder, buildFolder: takeLeanBuild(), port: await freePort() };
  await seedArticles(dataFolder, ARTICLES, 1);
  const watch = new Watch(createRandom(random.seed + 1));
  const desks = Array.from(
    { length: AUTHORS },
    (_, index) => new Desk(`author-${index + 1}`, createRandom(random.seed + 10 + index), watch),
  );
  const findings: string[] = [];
  const seen = new Set<string>();
  const note = (kill: number, found: string[]) => {
    for (const finding of found) {
      // What is broken stays so; once is enough.
      if (seen.has(finding)) continue;
      seen.add(finding);
      findings.push(`after kill ${kill}: ${finding}`);
      log(`after kill ${kill}: ${finding}`);
    }
  };

  for (let kill = 1; kill <= kills; kill += 1) {
    const server = spawnServer(settings);
    if (random.below(EARLY_EVERY) === 0) {
      await pause(random.below(START_MAX_MS));
      await server.kill();
    } else {
      note(kill - 1, await liveAndDie(server, dataFolder, desks, watch, random.below(LIFE_MAX_MS)));
    }
    note(kill, findHalfPages(dataFolder));
    note(kill, watch.findings.splice(0));
    if (kill % 20 === 0) log(`${kill} kills, ${findings.length} findings`);
  }

  const server = spawnServer(settings);
  note(kills, await recover(server, dataFolder, desks));
  await waitForJobs(dataFolder, ['release', 'follow', 'compress'], TWINS_LIMIT_MS);
  note(kills, findTemporaryFiles(dataFolder, null));
  note(kills, await findStaleTwins(dataFolder));
  await server.stop();
  note(kills, findTemporaryFiles(dataFolder, null));
  if (process.env.KEEP === undefined) removeFolder(dataFolder);
  const acknowledged = desks.reduce((sum, desk) => sum + desk.acknowledged, 0);
  const summary = `${kills} kills, ${acknowledged} acknowledged writes, ${watch.requests} reads`;
  return { seed: random.seed, summary, findings };
}

/** One life of the server: recovery, work, and a kill in the middle of it. */
async function liveAndDie(
  server: RunningServer,
  dataFolder: string,
  desks: Desk[],
  watch: Watch,
  lifeMs: number,
): Promise<string[]> {
  let killed = false;
  const gone = () => killed || server.hasEnded();
  await waitForHealth(server);
  const polling = watch.poll(server, gone);
  const findings = await recover(server, dataFolder, desks);
  for (const desk of desks) {
    for (const { kept } of desk.folders) if (kept) watch.expect(kept);
  }
  const working = desks.map((desk) => desk.work(server, gone));
  await firstWrite(desks);
  await pause(lifeMs);
  if (server.hasEnded()) findings.push(`the server ended by itself:\n${server.output()}`);
  killed = true;
  await server.kill();
  const troubles = await Promise.all(working);
  await polling;
  return [...findings, ...troubles.filter((trouble) => trouble !== null)];
}

/** A server that has just started renders its first markdown late; killing it before hits nothing. */
async function firstWrite(desks: Desk[]): Promise<void> {
  const total = () => desks.reduce((sum, desk) => sum + desk.acknowledged, 0);
  const before = total();
  const giveUpAt = performance.now() + FIRST_WRITE_MS;
  while (total() === before && performance.now() < giveUpAt) await pause(5);
}

/** Waits until a restarted server has caught up, and compares everything. */
async function recover(
  server: RunningServer,
  dataFolder: string,
  desks: Desk[],
): Promise<string[]> {
  await waitForHealth(server);
  const findings: string[] = [];
  try {
    await waitForJobs(dataFolder, ['publish', 'release', 'follow'], DRAIN_LIMIT_MS);
  } catch (error) {
    findings.push(String(error));
  }
  const database = openForReading(dataFolder);
  try {
    findings.push(...settle(desks, readArticles(database)), ...inspectSite(database, dataFolder));
    const failed = database
      .prepare("SELECT id, kind, error FROM jobs WHERE state = 'failed'")
      .all() as object[];
    findings.push(...failed.map((job) => `a job failed: ${JSON.stringify(job)}`));
  } finally {
    database.close();
  }
  findings.push(...(await findStaleTwins(dataFolder)));
  findings.push(...findTemporaryFiles(dataFolder, server.pid));
  findings.push(...complaintsOf(server));
  return findings;
}

/** Warnings and errors of the log; the address of the site is none. */
function complaintsOf(server: RunningServer): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.includes('The site is at'))
    .map((line) => `the server said: ${line}`);
}
