import path from 'node:path';
import { removeFolder, scratchFolder } from '../stage/scratch.ts';
import { type ServerSettings, startServer } from '../stage/server.ts';
import { openForReading, waitForJobs } from '../stage/site-database.ts';
import { makeAnotherBuild } from './another-build.ts';
import type { AttackResult, AttackSettings } from './attack-result.ts';
import { corruptions } from './corruptions.ts';
import { inspectSite } from './inspect-site.ts';
import { prepareSite } from './prepared-site.ts';
import { hashOf, liveFolder } from './release-files.ts';

const ARTICLES = 30;
const LIMIT_MS = 240_000;
const samples = ['/', '/blog', '/blog/sample-article-5', '/login', '/feed.json'];

/**
 * Starts the server with builds that are damaged: each is refused with a reason, and readers get
 * what they got before. `kills` is how many of the twenty are tried.
 */
export async function refuseCorruptBuilds({ kills, log }: AttackSettings): Promise<AttackResult> {
  const folder = scratchFolder('corrupt-builds');
  const settings = await prepareSite(ARTICLES);
  const sound = await startServer(settings);
  const before = await readSamples(sound.address);
  await sound.stop();

  const findings: string[] = [];
  const tried = corruptions.slice(0, kills);
  for (const [index, corruption] of tried.entries()) {
    const buildFolder = path.join(folder, String(index));
    // Another build than the live one, or nobody would look at it.
    makeAnotherBuild(settings.buildFolder, buildFolder, corruption.name);
    corruption.damage(buildFolder);
    const found = await tryOne({ ...settings, buildFolder }, before);
    findings.push(...found.map((finding) => `${corruption.name}: ${finding}`));
    for (const finding of found) log(`${corruption.name}: ${finding}`);
    removeFolder(buildFolder);
  }
  removeFolder(settings.dataFolder);
  return { seed: 0, summary: `${tried.length} corrupt builds`, findings };
}

async function tryOne(settings: ServerSettings, before: Map<string, string>): Promise<string[]> {
  const { dataFolder } = settings;
  const live = liveFolder(dataFolder);
  const failures = countFailures(dataFolder);
  const server = await startServer(settings);
  await waitForJobs(dataFolder, ['release', 'follow', 'publish'], LIMIT_MS);
  const findings: string[] = [];
  if (liveFolder(dataFolder) !== live) findings.push('it went live');
  const now = await readSamples(server.address);
  for (const [address, hash] of before) {
    if (now.get(address) !== hash) findings.push(`${address} is not what it was`);
  }
  const { count, reason } = countFailures(dataFolder);
  if (count !== failures.count + 1) findings.push('the admin sees no failed release');
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

/** Hashes of what a few addresses answer; a wrong status is part of it. */
async function readSamples(address: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const sample of samples) {
    const answer = await fetch(address + sample);
    const body = Buffer.from(await answer.arrayBuffer());
    hashes.set(sample, `${answer.status} ${hashOf(body)}`);
  }
  return hashes;
}
