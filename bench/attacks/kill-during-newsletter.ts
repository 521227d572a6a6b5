import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../api/db/client.ts';
import { migrate } from '../../api/db/migrate.ts';
import { startNewsletter } from '../../api/db/repositories/newsletters.ts';
import { mails, subscribers } from '../../api/db/schema.ts';
import { wishNewsletter } from '../../api/services/mail/newsletters.ts';
import { insertTestArticle, insertTestUser } from '../../api/testing/factories.ts';
import { startMailServer } from '../../api/testing/mail-server.ts';
import { createRandom, seedNumber } from '../stage/random.ts';
import { removeFolder, scratchFolder, spawnTied } from '../stage/scratch.ts';
import type { AttackResult, AttackSettings } from './kill-while-publishing.ts';

const RECEIVERS = 500;
/** Milliseconds after which sending counts as stuck. */
const DRAIN_LIMIT_MS = 120_000;

/**
 * Ends the process that sends a newsletter by kill -9, again and again at random moments, and checks
 * at the mail server that nobody got two mails and nobody was forgotten: at most the one that was
 * being handed over at each kill is flagged as unknown.
 */
export async function killDuringNewsletter({ kills, log }: AttackSettings): Promise<AttackResult> {
  const random = createRandom(seedNumber());
  log(`seed ${random.seed}`);
  const dataFolder = scratchFolder('newsletter');
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  migrate(database);
  const server = await startMailServer();
  const now = Date.now();
  await database.write((transaction) => {
    for (let number = 0; number < RECEIVERS; number += 1) {
      const name = `reader-${number}`;
      const asked = { publicId: name, email: `${name}@example.org`, source: 'Subscribe' } as const;
      const times = { askedAt: now, linkUntil: now, confirmedAt: now };
      transaction
        .insert(subscribers)
        .values({ ...asked, ...times })
        .run();
    }
    const { id: authorId } = insertTestUser(database);
    const { id: articleId } = insertTestArticle(database, { authorId });
    wishNewsletter(transaction, { articleId, wanted: true, now });
    startNewsletter(database, articleId, now);
  });

  for (let kill = 1; kill <= kills; kill += 1) {
    const sender = startSender(dataFolder, server.url);
    // The first ones hit the writing of the mails; the others, some mails further each.
    const further = server.arrived.length + Math.floor(random.next() * (RECEIVERS / (kills + 1)));
    await waitUntil(() => server.arrived.length > further, DRAIN_LIMIT_MS);
    await pause(random.next() * 5);
    await killed(sender);
    log(`kill ${kill}: ${server.arrived.length} mails have arrived`);
  }
  const sender = startSender(dataFolder, server.url);
  const waiting = () =>
    database.query
      .select({ state: mails.state })
      .from(mails)
      .all()
      .filter(({ state }) => state === 'queued' || state === 'sending').length;
  const written = () => database.query.select().from(mails).all().length >= RECEIVERS;
  const drained = await waitUntil(() => written() && waiting() === 0, DRAIN_LIMIT_MS);
  await killed(sender);

  const rows = database.query.select().from(mails).all();
  const got = new Map<string, number>();
  for (const source of server.arrived) {
    const to = /^To: (\S+)\r$/m.exec(source)?.[1] ?? '';
    got.set(to, (got.get(to) ?? 0) + 1);
  }
  const unknown = rows.filter(({ state }) => state === 'unknown');
  const findings = [
    !drained && `${waiting()} mails still wait after ${DRAIN_LIMIT_MS / 1000} s`,
    rows.length !== RECEIVERS && `${rows.length} mails were written for ${RECEIVERS} receivers`,
    unknown.length > kills && `${unknown.length} mails are unknown after ${kills} kills`,
    ...[...got].map(([to, times]) => times > 1 && `${to} got ${times} mails`),
    ...rows.map(
      ({ recipient, state }) =>
        state !== 'unknown' && !got.has(recipient) && `${recipient} was forgotten (${state})`,
    ),
  ].filter((finding) => finding !== false);
  await server.close();
  database.close();
  removeFolder(dataFolder);
  return {
    seed: random.seed,
    summary: `${kills} kills, ${got.size} of ${RECEIVERS} reached, ${unknown.length} unknown`,
    findings,
  };
}

function startSender(dataFolder: string, smtpUrl: string): ChildProcess {
  return spawnTied('node', ['api/testing/mail-process.ts'], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataFolder, SMTP_URL: smtpUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function killed(sender: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => sender.once('exit', resolve));
  sender.kill('SIGKILL');
  await ended;
}

async function waitUntil(condition: () => boolean, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > until) return false;
    await pause(2);
  }
  return true;
}
