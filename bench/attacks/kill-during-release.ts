import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder } from '../harness/scratch.ts';
import {
  openForReading,
  type RunningServer,
  type ServerSettings,
  spawnServer,
  waitForHealth,
  waitForJobs,
  waitUntil,
} from '../harness/server.ts';
import { BUILD_MARKER_FILE, createAnotherBuild } from './corrupt-builds.ts';
import {
  findHalfPages,
  findStaleCopies,
  findTemporaryFiles,
  hashOf,
  inspectSite,
  liveFolder,
} from './inspect-site.ts';
import { prepareSite } from './prepared-site.ts';

/** More articles for more kills, so that rendering takes long enough for different times of the kill. */
const ARTICLES_PER_KILL = 30;
const ARTICLES_MAX = 200;
/** Latest kill after the start of the release, in milliseconds. */
const RENDER_MAX_MS = 1500;
const LIMIT_MS = 240_000;
const samples = ['/', '/blog', '/blog/sample-article-7', '/blog/page/2', '/feed.json'];

/**
 * Kills the server while it renders a release with another build. The live release must stay complete and
 * be served after the restart, and the new release must be completed.
 */
export async function killDuringRelease({
  kills,
  random,
  log,
}: AttackSettings): Promise<AttackResult> {
  const builds = scratchFolder('builds');
  const settings = await prepareSite(Math.min(ARTICLES_MAX, kills * ARTICLES_PER_KILL));

  const findings: string[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const folder = path.join(builds, String(kill));
    const marker = `build ${kill}`;
    createAnotherBuild(settings.buildFolder, folder, marker);
    const killFindings = await killOnce(
      { ...settings, buildFolder: folder },
      marker,
      random.below(RENDER_MAX_MS),
    );
    findings.push(...killFindings.map((finding) => `kill ${kill}: ${finding}`));
    for (const finding of killFindings) log(`kill ${kill}: ${finding}`);
    removeFolder(folder);
  }
  removeFolder(settings.dataFolder);
  return { summary: `${kills} kills while a release was rendered`, findings };
}

async function killOnce(
  settings: ServerSettings,
  marker: string,
  delayMs: number,
): Promise<string[]> {
  const { dataFolder } = settings;
  const before = liveFolder(dataFolder);
  const firstServer = spawnServer(settings);
  await waitForRendering(dataFolder, firstServer);
  await pause(delayMs);
  await firstServer.kill();
  const findings = findHalfPages(dataFolder);
  const isSwapped = liveFolder(dataFolder) !== before;

  const server = spawnServer(settings);
  await waitForHealth(server);
  findings.push(...(await compareServed(server, dataFolder)));
  if (!isSwapped && readMarker(dataFolder) !== marker && liveFolder(dataFolder) !== before) {
    findings.push('another release than the old and the new one is live');
  }
  // The release job may be queued shortly after the server is healthy.
  await waitForJobs(dataFolder, ['release', 'follow', 'publish'], LIMIT_MS);
  if (readMarker(dataFolder) !== marker) findings.push('the release did not come about');
  {
    using database = openForReading(dataFolder);
    findings.push(...inspectSite(database, dataFolder));
    const listObsolete = () =>
      findObsoleteReleases(dataFolder, database.prepare(usedReleases).pluck().all());
    // Obsolete releases are deleted after the job has ended.
    await waitUntil(() => listObsolete().length === 0, LIMIT_MS, 100);
    findings.push(...listObsolete());
  }
  findings.push(...(await findStaleCopies(dataFolder)));
  findings.push(...findTemporaryFiles(dataFolder, server.pid));
  await server.stop();
  return findings;
}

const usedReleases = "SELECT id FROM releases WHERE state IN ('live', 'previous')";

async function waitForRendering(dataFolder: string, server: RunningServer): Promise<void> {
  const database = openForReading(dataFolder);
  const rendering = database.prepare("SELECT 1 FROM releases WHERE state = 'rendering'");
  const deadline = performance.now() + LIMIT_MS;
  while (!rendering.get()) {
    if (server.hasEnded()) throw new Error(`the server ended:\n${server.output()}`);
    if (performance.now() > deadline) throw new Error('no release is rendered');
    await pause(2);
  }
  database.close();
}

/** Checks that the server serves the files of the live folder. */
async function compareServed(server: RunningServer, dataFolder: string): Promise<string[]> {
  const findings: string[] = [];
  for (const sample of samples) {
    const response = await fetch(server.origin + sample);
    const body = Buffer.from(await response.arrayBuffer());
    const name = path.extname(sample) === '' ? path.join(sample, 'index.html') : sample;
    const file = path.join(liveFolder(dataFolder), name);
    const isSame = () => hashOf(readFileSync(file)) === hashOf(body);
    if (response.status !== 200) findings.push(`${sample}: ${response.status} after the restart`);
    else if (!isSame()) findings.push(`${sample} differs from the file in the live folder`);
  }
  return findings;
}

function readMarker(dataFolder: string): string | null {
  const file = path.join(liveFolder(dataFolder), BUILD_MARKER_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function findObsoleteReleases(dataFolder: string, retainedIds: unknown[]): string[] {
  return readdirSync(path.join(dataFolder, 'releases'))
    .filter((name) => !retainedIds.includes(Number(name)))
    .map((name) => `the files of release ${name} remain`);
}
