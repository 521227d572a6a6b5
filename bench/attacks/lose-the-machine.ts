import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '../../api/db/client.ts';
import { migrate } from '../../api/db/migrate.ts';
import { insertTestProduct } from '../../api/testing/factories.ts';
import { replicationPidFile } from '../../api/workers/replication-worker.ts';
import { childEnvironment, project } from '../stage/build.ts';
import { createOwnerClient, type OwnerClient } from '../stage/client.ts';
import { createRandom, type Random, seedNumber } from '../stage/random.ts';
import { removeFolder, scratchFolder } from '../stage/scratch.ts';
import { freePort, type RunningServer, spawnServer, waitForHealth } from '../stage/server.ts';
import { openForReading } from '../stage/site-database.ts';
import type { AttackResult, AttackSettings } from './attack-result.ts';
import { takeLeanBuild } from './prepared-site.ts';

/** Milliseconds of acknowledged orders that may be lost. */
const LOSS_MS = 1000;
/** What Litestream copies in a second, looking for writes every 200 ms. Several segments may be on their way. */
const SEGMENTS_UNTIL_COPIED = 5;
/** Time for which orders are placed before the machine is lost, in milliseconds. */
const LIFE_MIN_MS = 1500;
const LIFE_MAX_MS = 4000;
const START_LIMIT_MS = 240_000;

/** Order whose payment was acknowledged. */
interface Acknowledged {
  paymentId: string;
  /** Time of the response, of `performance.now`. */
  at: number;
  /** Segments that the replica had before. */
  segments: number;
}

/**
 * Loses a machine again and again: kills the server and Litestream while orders arrive, deletes the
 * data folder, and restores keys from a backup and the database from a file replica. Every order that
 * was copied must be there: with `timed` that is every order that was acknowledged more than a second before,
 * and otherwise every order that as many segments followed as are copied in a second.
 */
export async function loseTheMachine({
  kills,
  log,
  timed = false,
}: AttackSettings): Promise<AttackResult> {
  const random = createRandom(seedNumber());
  log(`seed ${random.seed}`);
  const dataFolder = scratchFolder('lost');
  const safe = scratchFolder('safe');
  const environment = {
    LITESTREAM_URL: pathToFileURL(path.join(safe, 'replica')).href,
    RATE_LIMITS: 'false',
  };
  const product = plantProduct(dataFolder);
  const settings = {
    dataFolder,
    buildFolder: takeLeanBuild(),
    port: await freePort(),
    environment,
  };
  const run = (command: string, variables: Record<string, string>) =>
    promisify(execFile)(process.execPath, [`api/commands/${command}.ts`], {
      cwd: project,
      env: childEnvironment({ DATA_DIR: dataFolder, ...environment, ...variables }),
    });
  const findings: string[] = [];
  /** Orders that were found after a drill must stay. */
  let kept: string[] = [];
  let acknowledged = 0;
  let lost = 0;
  let oldestMs = 0;
  let client: OwnerClient | null = null;
  let backup = '';

  for (let drill = 1; drill <= kills; drill += 1) {
    const server = spawnServer(settings);
    await waitForHealth(server);
    client ??= createOwnerClient(server);
    await client.signIn();
    const litestream = await waitForReplica(dataFolder, path.join(safe, 'replica'));
    if (backup === '') {
      await run('backup', { TO: safe });
      backup = path.join(safe, readdirSync(safe).find((name) => name.endsWith('.tar.gz')) ?? '');
    }
    const countSegments = () =>
      globSync(path.join(safe, 'replica', 'generations', '*', 'wal', '*.lz4')).length;
    const orders = await sellUntilKilled({
      server,
      client,
      product,
      litestream,
      random,
      countSegments,
    });
    findings.push(...orders.problems.map((problem) => `drill ${drill}: ${problem}`));
    removeFolder(dataFolder);

    await run('restore', { REPLICA: '1', FILE: backup });
    const found = readPayments(dataFolder);
    const missing = orders.acknowledged
      .filter(({ paymentId }) => !found.has(paymentId))
      .map(({ at, segments }) => ({
        age: orders.killedAt - at,
        laterSegments: orders.segments - segments,
      }));
    acknowledged += orders.acknowledged.length;
    lost += missing.length;
    oldestMs = Math.max(oldestMs, ...missing.map(({ age }) => Math.round(age)));
    findings.push(
      ...missing
        .filter(({ age, laterSegments }) =>
          timed ? age >= LOSS_MS : laterSegments >= SEGMENTS_UNTIL_COPIED,
        )
        .map(
          ({ age, laterSegments }) =>
            `drill ${drill}: an order of ${Math.round(age)} ms and ${laterSegments} segments before is lost`,
        ),
      ...kept.filter((id) => !found.has(id)).map((id) => `drill ${drill}: ${id} was there before`),
    );
    if (orders.acknowledged.length === 0) findings.push(`drill ${drill}: no order was placed`);
    kept = [...found];
    log(`drill ${drill}: ${orders.acknowledged.length} orders, ${missing.length} of them lost`);
  }
  if (process.env.KEEP === undefined) for (const folder of [dataFolder, safe]) removeFolder(folder);
  const summary = `${kills} machines lost, ${acknowledged} orders acknowledged, ${lost} lost, the oldest of ${oldestMs} ms before`;
  return { seed: random.seed, summary, findings };
}

/** Stores a free product that a member can buy again and again. @returns its public id */
function plantProduct(dataFolder: string): string {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  migrate(database);
  const { publicId } = insertTestProduct(database, { price: 0, sells: 'seats' });
  database.close();
  return publicId;
}

/** Waits until the replica has a snapshot of this life of the server. @returns the process group of Litestream */
async function waitForReplica(dataFolder: string, replica: string): Promise<number> {
  const pidFile = replicationPidFile(dataFolder);
  const generationFile = path.join(dataFolder, '.site.db-litestream', 'generation');
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (performance.now() < giveUpAt) {
    if (existsSync(pidFile) && existsSync(generationFile)) {
      const generation = readFileSync(generationFile, 'utf8').trim();
      const folder = path.join(replica, 'generations', generation);
      const isCopied =
        globSync(`${folder}/snapshots/*.lz4`).length > 0 &&
        globSync(`${folder}/wal/*.lz4`).length > 0;
      const pid = Number(readFileSync(pidFile, 'utf8'));
      if (isCopied && pid > 0) return pid;
    }
    await pause(20);
  }
  throw new Error('Litestream has not made a replica.');
}

/** Places orders until server and Litestream are killed at a random moment. */
async function sellUntilKilled({
  server,
  client,
  product,
  litestream,
  random,
  countSegments,
}: {
  server: RunningServer;
  client: OwnerClient;
  product: string;
  litestream: number;
  random: Random;
  /** Returns the number of segments of the replica. */
  countSegments: () => number;
}) {
  const acknowledged: Acknowledged[] = [];
  const problems: string[] = [];
  let isLost = false;
  const call = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await client.call<Body>('POST', path, body);
    // The machine before was lost with the product in the cart.
    const isInCart = path === '/api/cart' && answer.status === 409;
    if (answer.status >= 300 && !isInCart) {
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  const selling = (async () => {
    while (!isLost) {
      await call('/api/cart', { product, quantity: 1 });
      const agreed = { terms: true, immediate: true };
      const { paymentID } = await call<{ paymentID: string }>('/api/checkout', agreed);
      await call('/api/payment', { paymentID });
      const segments = countSegments();
      acknowledged.push({ paymentId: paymentID, at: performance.now(), segments });
    }
  })().catch((error: unknown) => {
    if (!isLost) problems.push(String(error));
  });
  await pause(LIFE_MIN_MS + random.below(LIFE_MAX_MS - LIFE_MIN_MS));
  // A replica that stands still would lose nothing that was copied: the first order is waited for.
  const isFirstCopied = () =>
    acknowledged[0] !== undefined &&
    countSegments() - acknowledged[0].segments >= SEGMENTS_UNTIL_COPIED;
  while (!isFirstCopied() && problems.length === 0) await pause(20);
  isLost = true;
  const killedAt = performance.now();
  // Litestream first: it must not copy anything after the server is gone.
  process.kill(-litestream, 'SIGKILL');
  const segments = countSegments();
  await server.kill();
  await selling;
  return { acknowledged, killedAt, segments, problems };
}

function readPayments(dataFolder: string): Set<string> {
  const database = openForReading(dataFolder);
  try {
    return new Set(database.prepare('SELECT payment_id FROM orders').pluck().all() as string[]);
  } finally {
    database.close();
  }
}
