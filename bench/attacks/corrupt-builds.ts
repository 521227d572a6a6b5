import path from 'node:path';
import { removeFolder, scratchFolder } from '../stage/scratch.ts';
import { type ServerSettings, startServer } from '../stage/server.ts';
import { openForReading, waitForJobs } from '../stage/site-database.ts';
import { createAnotherBuild } from './another-build.ts';
import type { AttackResult, AttackSettings } from './attack-result.ts';
import { corruptions } from './corruptions.ts';
import { inspectSite } from './inspect-site.ts';
import { prepareSite } from './prepared-site.ts';
import { hashOf, liveFolder } from './release-files.ts';

const ARTICLES = 30;
const LIMIT_MS = 240_000;
const samples = ['/', '/blog', '/blog/sample-article-5', '/login', '/feed.json'];

/**
 * Starts the server with damaged builds. The server must refuse each build with a reason and serve the
 * previous release. `kills` is the number of tested builds.
 */
export async function refuseCorruptBuilds({ kills, log }: AttackSettings): Promise<AttackResult> {
  const folder = scratchFolder('corrupt-builds');
  const settings = await prepareSite(ARTICLES);
  const healthyServer = await startServer(settings);
  const before = await readSamples(healthyServer.address);
  await healthyServer.stop();

  const findings: string[] = [];
  const selected = corruptions.slice(0, kills);
  for (const [index, corruption] of selected.entries()) {
    const buildFolder = path.join(folder, String(index));
    // The server publishes only builds that differ from the live one.
    createAnotherBuild(settings.buildFolder, buildFolder, corruption.name);
    corruption.damage(buildFolder);
    const buildFindings = await tryBuild({ ...settings, buildFolder }, before);
    findings.push(...buildFindings.map((finding) => `${corruption.name}: ${finding}`));
    for (const finding of buildFindings) log(`${corruption.name}: ${finding}`);
    removeFolder(buildFolder);
  }
  removeFolder(settings.dataFolder);
  return { seed: 0, summary: `${selected.length} corrupt builds`, findings };
}

async function tryBuild(settings: ServerSettings, before: Map<string, string>): Promise<string[]> {
  const { dataFolder } = settings;
  const live = liveFolder(dataFolder);
  const failuresBefore = countFailures(dataFolder);
  const server = await startServer(settings);
  await waitForJobs(dataFolder, ['release', 'follow', 'publish'], LIMIT_MS);
  const findings: string[] = [];
  if (liveFolder(dataFolder) !== live) findings.push('it went live');
  const now = await readSamples(server.address);
  for (const [path, hash] of before) {
    if (now.get(path) !== hash) findings.push(`${path} has changed`);
  }
  const { count, reason } = countFailures(dataFolder);
  if (count !== failuresBefore.count + 1) findings.push('the admin sees no failed release');
  else if (!reason) findings.push('the admin sees no reason');
  const database = openForReading(dataFolder);
  try {
    findings.push(...inspectSite(database, dataFolder));
  } finally {
    database.close();
  }
  await server.stop();
  return findings;
}

function countFailures(dataFolder: string): { count: number; reason: string | null } {
  const database = openForReading(dataFolder);
  try {
    const rows = database
      .prepare("SELECT error FROM releases WHERE state = 'failed' ORDER BY id")
      .pluck()
      .all() as (string | null)[];
    return { count: rows.length, reason: rows.at(-1) ?? null };
  } finally {
    database.close();
  }
}

/** Returns status and hash of the responses of a few paths. */
async function readSamples(origin: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const sample of samples) {
    const response = await fetch(origin + sample);
    const body = Buffer.from(await response.arrayBuffer());
    hashes.set(sample, `${response.status} ${hashOf(body)}`);
  }
  return hashes;
}
