import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../api/db/database.ts';
import { migrate } from '../../api/db/migrate.ts';
import { replicationPidFile } from '../../api/services/status/replication-lag.ts';
import { insertTestProduct } from '../../api/testing/factories.ts';
import { freePort } from '../../api/testing/local-server.ts';
import { runCommand } from '../harness/build.ts';
import { checkOut, createOwnerClient, type OwnerClient } from '../harness/client.ts';
import type { Random } from '../harness/random.ts';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder } from '../harness/scratch.ts';
import {
  openForReading,
  type RunningServer,
  spawnServer,
  waitForHealth,
} from '../harness/server.ts';
import { takeLeanBuild } from './prepared-site.ts';

/** Milliseconds of acknowledged orders that may be lost. */
const LOSS_MS = 1000;
/** Segments that Litestream copies in a second, as it checks for writes every 200 ms. */
const SEGMENTS_UNTIL_COPIED = 5;
/** Time of selling before the machine is lost, in milliseconds. */
const LIFE_MIN_MS = 1500;
const LIFE_MAX_MS = 4000;
const START_LIMIT_MS = 240_000;

/** Order whose payment was acknowledged. */
interface Acknowledged {
  paymentId: string;
  /** Time of the response, from `performance.now`. */
  at: number;
  /** Number of segments of the replica at this time. */
  segments: number;
}

/**
 * Simulates the loss of the machine several times: kills the server and Litestream while orders arrive,
 * deletes the data folder, and restores keys from a backup and the database from a file replica. Every
 * copied order must exist. With `timed`, these are the orders older than a second, and otherwise the orders
 * that are followed by as many segments as Litestream copies in a second.
 */
export async function loseTheMachine({
  kills,
  random,
  log,
  timed = false,
}: AttackSettings): Promise<AttackResult> {
  const dataFolder = scratchFolder('lost');
  const backupFolder = scratchFolder('safe');
  const replica = path.join(backupFolder, 'replica');
  const environment = { LITESTREAM_URL: pathToFileURL(replica).href, RATE_LIMITS: 'false' };
  const product = insertProduct(dataFolder);
  const settings = {
    dataFolder,
    buildFolder: takeLeanBuild(),
    port: await freePort(),
    environment,
  };
  const run = (command: string, variables: Record<string, string>) =>
    runCommand(command, { DATA_DIR: dataFolder, ...environment, ...variables });
  const findings: string[] = [];
  /** Orders after the previous drill, which must stay. */
  let previousOrders: string[] = [];
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
    const litestream = await waitForReplica(dataFolder, replica);
    if (backup === '') {
      await run('backup', { TO: backupFolder });
      backup = globSync(path.join(backupFolder, '*.tar.gz'))[0] ?? '';
    }
    const orders = await sellUntilKilled({ server, client, product, litestream, random, replica });
    findings.push(...orders.problems.map((problem) => `drill ${drill}: ${problem}`));
    removeFolder(dataFolder);

    await run('restore', { REPLICA: '1', FILE: backup });
    const restoredOrders = readPayments(dataFolder);
    const missing = orders.acknowledged.filter(({ paymentId }) => !restoredOrders.has(paymentId));
    acknowledged += orders.acknowledged.length;
    lost += missing.length;
    oldestMs = Math.max(oldestMs, ...missing.map(({ at }) => Math.round(orders.killedAt - at)));
    findings.push(
      ...missing
        .filter((order) => mustBeCopied(order, orders, timed))
        .map(
          ({ at, segments }) =>
            `drill ${drill}: an order of ${Math.round(orders.killedAt - at)} ms and ${orders.segments - segments} segments before is lost`,
        ),
      ...previousOrders
        .filter((id) => !restoredOrders.has(id))
        .map((id) => `drill ${drill}: ${id} was there before`),
    );
    if (orders.acknowledged.length === 0) findings.push(`drill ${drill}: no order was placed`);
    previousOrders = [...restoredOrders];
    log(`drill ${drill}: ${orders.acknowledged.length} orders, ${missing.length} of them lost`);
  }
  if (process.env.KEEP === undefined)
    for (const folder of [dataFolder, backupFolder]) removeFolder(folder);
  const summary = `${kills} machines lost, ${acknowledged} orders acknowledged, ${lost} lost, the oldest of ${oldestMs} ms before`;
  return { summary, findings };
}

/** Returns true if a replica must contain an order: with `timed`, one that was placed a second before the loss. */
export const mustBeCopied = (
  { at, segments }: Acknowledged,
  lost: { killedAt: number; segments: number },
  timed: boolean,
): boolean =>
  timed ? lost.killedAt - at >= LOSS_MS : lost.segments - segments >= SEGMENTS_UNTIL_COPIED;

/** Stores a free product that a member can buy again and again. @returns its public id */
export function insertProduct(dataFolder: string): string {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  migrate(database);
  const { publicId } = insertTestProduct(database, { price: 0, licenceType: 'seats' });
  database.close();
  return publicId;
}

/** Waits until the replica has a snapshot since the start. @returns process group of Litestream */
export async function waitForReplica(dataFolder: string, replica: string): Promise<number> {
  const pidFile = replicationPidFile(dataFolder);
  const generationFile = path.join(dataFolder, '.site.db-litestream', 'generation');
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
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
export async function sellUntilKilled({
  server,
  client,
  product,
  litestream,
  random,
  replica,
}: {
  server: RunningServer;
  client: OwnerClient;
  product: string;
  litestream: number;
  random: Random;
  replica: string;
}) {
  const countSegments = () => globSync(`${replica}/generations/*/wal/*.lz4`).length;
  const acknowledged: Acknowledged[] = [];
  const problems: string[] = [];
  let isLost = false;
  const selling = (async () => {
    while (!isLost) {
      // It is in the cart already if the machine was lost before the payment. An empty cart cannot be checked out.
      await client.call('POST', '/api/cart', { product, quantity: 1 });
      const paymentId = await checkOut(client);
      const segments = countSegments();
      acknowledged.push({ paymentId, at: performance.now(), segments });
    }
  })().catch((error: unknown) => {
    if (!isLost) problems.push(String(error));
  });
  await pause(LIFE_MIN_MS + random.below(LIFE_MAX_MS - LIFE_MIN_MS));
  // Wait for the first copied order. Without it, a stopped replication would pass the test.
  const isFirstCopied = () =>
    acknowledged[0] !== undefined &&
    countSegments() - acknowledged[0].segments >= SEGMENTS_UNTIL_COPIED;
  while (!isFirstCopied() && problems.length === 0) await pause(20);
  isLost = true;
  const killedAt = performance.now();
  // Litestream is killed first, so that it copies nothing after the server has stopped.
  process.kill(-litestream, 'SIGKILL');
  const segments = countSegments();
  await server.kill();
  await selling;
  return { acknowledged, killedAt, segments, problems };
}

export function readPayments(dataFolder: string): Set<string> {
  using database = openForReading(dataFolder);
  return new Set(database.prepare('SELECT payment_id FROM orders').pluck().all() as string[]);
}
