import { globSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../harness/build.ts';
import { createOwnerClient, type OwnerClient } from '../harness/client.ts';
import type { Random } from '../harness/random.ts';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder } from '../harness/scratch.ts';
import {
  type RunningServer,
  type ServerSettings,
  spawnServer,
  startServer,
} from '../harness/server.ts';
import {
  insertProduct,
  mustBeCopied,
  readPayments,
  sellUntilKilled,
  waitForReplica,
} from './lose-the-machine.ts';
import { prepareSite } from './prepared-site.ts';

const ARTICLES = 30;
const ARTICLE = '/blog/sample-article-1';
/** Longest wait for the pages of the standby, in milliseconds. */
const LIMIT_MS = 240_000;

interface TakeOver {
  /** Milliseconds until the database of the replica is in place. */
  restoreMs: number;
  /** Milliseconds from the start of the server to the owner's sign-in. */
  startMs: number;
  orders: number;
  findings: string[];
}

/** Loses the machine of a site several times, and lets a standby take over from the replica. */
export async function takeOverFromReplica({
  kills,
  random,
  log,
  timed = false,
}: AttackSettings): Promise<AttackResult> {
  const findings: string[] = [];
  let orders = 0;
  let slowestMs = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const result = await takeOver(await prepareSite(ARTICLES), { random, timed });
    const { restoreMs, startMs } = result;
    log(
      `takeover ${kill}: ${Math.round(restoreMs)} ms to restore, ${Math.round(startMs)} to start`,
    );
    findings.push(...result.findings.map((finding) => `takeover ${kill}: ${finding}`));
    orders += result.orders;
    slowestMs = Math.max(slowestMs, restoreMs + startMs);
  }
  const summary = `${kills} takeovers, ${orders} orders, the slowest in ${(slowestMs / 1000).toFixed(1)} s`;
  return { summary, findings };
}

/**
 * Starts a site with a replica, and a standby that has the keys and uploads of its backup. Kills the site while
 * orders arrive, deletes its data, and measures until the standby serves pages and signs the owner in.
 * @param primary settings of a site with seeded articles; its data folder is deleted
 */
export async function takeOver(
  primary: ServerSettings,
  { random, timed }: { random: Random; timed: boolean },
): Promise<TakeOver> {
  const standbyFolder = scratchFolder('standby');
  const backupFolder = scratchFolder('backup');
  const replica = path.join(backupFolder, 'replica');
  const environment = { LITESTREAM_URL: pathToFileURL(replica).href, RATE_LIMITS: 'false' };
  const run = (command: string, variables: Record<string, string>) =>
    runCommand(command, { ...environment, ...variables });
  const product = insertProduct(primary.dataFolder);
  const server = await startServer({ ...primary, environment });
  const client = createOwnerClient(server);
  await client.signIn();
  const litestream = await waitForReplica(primary.dataFolder, replica);
  await run('backup', { DATA_DIR: primary.dataFolder, TO: backupFolder });
  const backup = globSync(path.join(backupFolder, '*.tar.gz'))[0] ?? '';
  await run('restore', { DATA_DIR: standbyFolder, FILE: backup });
  const orders = await sellUntilKilled({ server, client, product, litestream, random, replica });
  removeFolder(primary.dataFolder);

  const lostAt = performance.now();
  await run('restore', { DATA_DIR: standbyFolder, REPLICA: '1' });
  const restoredAt = performance.now();
  const standby = spawnServer({ ...primary, dataFolder: standbyFolder, environment });
  await waitForPages(standby);
  const owner = createOwnerClient(standby);
  await owner.signIn();
  const startMs = performance.now() - restoredAt;

  const copied = orders.acknowledged.filter((order) => mustBeCopied(order, orders, timed));
  const restored = readPayments(standbyFolder);
  const findings = [
    ...orders.problems,
    ...copied
      .filter(({ paymentId }) => !restored.has(paymentId))
      .map(({ paymentId }) => `order ${paymentId} is lost`),
    ...(await verifyHistory(owner, copied.at(-1)?.paymentId)),
    // The keys of the backup are those of the replicated sessions.
    ...(await verifyHistory(client, copied.at(-1)?.paymentId)),
  ];
  await standby.stop();
  for (const folder of [standbyFolder, backupFolder]) removeFolder(folder);
  return { restoreMs: restoredAt - lostAt, startMs, orders: copied.length, findings };
}

async function verifyHistory(client: OwnerClient, payment: string | undefined): Promise<string[]> {
  if (payment === undefined) return ['no order was copied'];
  const { status, body } = await client.call('GET', '/api/user/history?limit=100');
  return status === 200 && JSON.stringify(body).includes(payment)
    ? []
    : [`the order history got the response ${status} without ${payment}`];
}

/** Waits for the home page and an article. @throws Error with the output of the server if it ends */
async function waitForPages(server: RunningServer): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    if (server.hasEnded()) throw new Error(`the standby ended:\n${server.output()}`);
    if ((await isServed(`${server.origin}/`)) && (await isServed(server.origin + ARTICLE))) return;
    await pause(10);
  }
  throw new Error(`the standby serves no pages:\n${server.output()}`);
}

async function isServed(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    return (await response.text()).includes('</html>') && response.status === 200;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
