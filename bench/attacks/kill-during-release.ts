import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, seedNumber } from '../stage/random.ts';
import { removeFolder, scratchFolder } from '../stage/scratch.ts';
import {
  type RunningServer,
  type ServerSettings,
  spawnServer,
  waitForHealth,
} from '../stage/server.ts';
import { openForReading, waitForJobs } from '../stage/site-database.ts';
import { buildMark, makeAnotherBuild } from './another-build.ts';
import type { AttackResult, AttackSettings } from './attack-result.ts';
import { inspectSite } from './inspect-site.ts';
import { prepareSite } from './prepared-site.ts';
import {
  findHalfPages,
  findStaleTwins,
  findTemporaryFiles,
  hashOf,
  liveFolder,
} from './release-files.ts';

/** Rendering them takes a moment to be killed in; many kills need a longer one. */
const ARTICLES_PER_KILL = 30;
const ARTICLES_MAX = 200;
/** The kill falls within this time after the release began. Milliseconds. */
const RENDER_MAX_MS = 1500;
const LIMIT_MS = 240_000;
const samples = ['/', '/blog', '/blog/sample-article-7', '/blog/page/2', '/feed.json'];

/**
 * Kills the server while it renders a fresh release with another build: what was live stays whole
 * and is served after the restart, and the release comes about in the end.
 */
export async function killDuringRelease({ kills, log }: AttackSettings): Promise<AttackResult> {
  const random = createRandom(seedNumber());
  log(`seed ${random.seed}`);
  const builds = scratchFolder('builds');
  const settings = await prepareSite(Math.min(ARTICLES_MAX, kills * ARTICLES_PER_KILL));

  const findings: string[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const folder = path.join(builds, String(kill));
    const mark = `build ${kill}`;
    makeAnotherBuild(settings.buildFolder, folder, mark);
    const found = await killOnce(
      { ...settings, buildFolder: folder },
      mark,
      random.below(RENDER_MAX_MS),
    );
    findings.push(...found.map((finding) => `kill ${kill}: ${finding}`));
    for (const finding of found) log(`kill ${kill}: ${finding}`);
    removeFolder(folder);
  }
  removeFolder(settings.dataFolder);
  return { seed: random.seed, summary: `${kills} kills while a release was rendered`, findings };
}

async function killOnce(settings: ServerSettings, mark: string, wait: number): Promise<string[]> {
  const { dataFolder } = settings;
  const before = liveFolder(dataFolder);
  const doomed = spawnServer(settings);
  await waitForRendering(dataFolder, doomed);
  await pause(wait);
  await doomed.kill();
  const findings = findHalfPages(dataFolder);
  const swapped = liveFolder(dataFolder) !== before;

  const server = spawnServer(settings);
  await waitForHealth(server);
  findings.push(...(await compareServed(server, dataFolder)));
  if (!swapped && readMark(dataFolder) !== mark && liveFolder(dataFolder) !== before) {
    findings.push('another release than the old and the new one is live');
  }
  // The wish for it may be in the outbox a moment after the server is well.
  await waitForJobs(dataFolder, ['release', 'follow', 'publish'], LIMIT_MS);
  if (readMark(dataFolder) !== mark) findings.push('the release did not come about');
  const database = openForReading(dataFolder);
  try {
    findings.push(...inspectSite(database, dataFolder));
    const left = () => findLeftReleases(dataFolder, database.prepare(keptReleases).pluck().all());
    // They go after the job has ended: no reader waits for that.
    const giveUpAt = performance.now() + LIMIT_MS;
    while (left().length > 0 && performance.now() < giveUpAt) await pause(100);
    findings.push(...left());
  } finally {
    database.close();
  }
  findings.push(...(await findStaleTwins(dataFolder)));
  findings.push(...findTemporaryFiles(dataFolder, server.pid));
  await server.stop();
  return findings;
}

const keptReleases = "SELECT id FROM releases WHERE state IN ('live', 'previous')";

async function waitForRendering(dataFolder: string, server: RunningServer): Promise<void> {
  const database = openForReading(dataFolder);
  const rendering = database.prepare("SELECT 1 FROM releases WHERE state = 'rendering'");
  const giveUpAt = performance.now() + LIMIT_MS;
  while (!rendering.get()) {
    if (server.hasEnded()) throw new Error(`the server ended:\n${server.output()}`);
    if (performance.now() > giveUpAt) throw new Error('no release is rendered');
    await pause(2);
  }
  database.close();
}

/** What the server answers is what lies in the live folder. */
async function compareServed(server: RunningServer, dataFolder: string): Promise<string[]> {
  const findings: string[] = [];
  for (const address of samples) {
    const answer = await fetch(server.address + address);
    const body = Buffer.from(await answer.arrayBuffer());
    const name = path.extname(address) === '' ? path.join(address, 'index.html') : address;
    const file = path.join(liveFolder(dataFolder), name);
    // The swap may fall between the two; then both are the new one at the second look.
    const same = () => hashOf(readFileSync(file)) === hashOf(body);
    if (answer.status !== 200) findings.push(`${address}: ${answer.status} after the restart`);
    else if (!same()) findings.push(`${address} is not what lies in the live folder`);
  }
  return findings;
}

function readMark(dataFolder: string): string | null {
  const file = path.join(liveFolder(dataFolder), buildMark);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function findLeftReleases(dataFolder: string, kept: unknown[]): string[] {
  return readdirSync(path.join(dataFolder, 'releases'))
    .filter((name) => !kept.includes(Number(name)))
    .map((name) => `the files of release ${name} remain`);
}
