import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../api/db/client.ts';
import { migrate } from '../../api/db/migrate.ts';
import { startAlert } from '../../api/db/repositories/article-alerts.ts';
import { startNewsletter } from '../../api/db/repositories/newsletters.ts';
import { saveChoice } from '../../api/db/repositories/notifications.ts';
import { emails, subscribers } from '../../api/db/schema/email.ts';
import { notifications } from '../../api/db/schema/notifications.ts';
import { requestNewsletter } from '../../api/services/mail/newsletters.ts';
import { insertTestArticle, insertTestUser } from '../../api/testing/factories.ts';
import { startMailServer } from '../../api/testing/mail-server.ts';
import { createRandom, seedNumber } from '../stage/random.ts';
import { removeFolder, scratchFolder, spawnTied } from '../stage/scratch.ts';
import type { AttackResult, AttackSettings } from './attack-result.ts';

const RECEIVERS = 500;
/** Fewer where there are few kills: as many mails lie between two of them. */
const ALERTED_PER_KILL = 50;
/** Milliseconds after which sending counts as stuck. */
const DRAIN_LIMIT_MS = 240_000;

/** What is sent, and to how many. */
interface Mailing {
  receivers: number;
  /** Stores who gets it, and that it has to go out. */
  prepare(database: Database, now: number): Promise<void>;
  /** What is wrong besides the mails, in sentences. */
  inspect?(database: Database): string[];
}

/** A newsletter to 500 subscribers. */
export const killDuringNewsletter = (settings: AttackSettings): Promise<AttackResult> =>
  killDuring(settings, {
    receivers: RECEIVERS,
    prepare: (database, now) =>
      database.write((transaction) => {
        for (let number = 0; number < RECEIVERS; number += 1) {
          const name = `reader-${number}`;
          const asked = {
            publicId: name,
            email: `${name}@example.org`,
            source: 'Subscribe',
          } as const;
          const times = { askedAt: now, linkUntil: now, confirmedAt: now };
          transaction
            .insert(subscribers)
            .values({ ...asked, ...times })
            .run();
        }
        const articleId = insertNews(database, now);
        requestNewsletter(transaction, { articleId, wanted: true, now });
        startNewsletter(database, articleId, now);
      }),
  });

/** The alert about a new article to members, each by mail and in the notification centre. */
export function killDuringAlerts(settings: AttackSettings): Promise<AttackResult> {
  const receivers = Math.min(RECEIVERS, settings.kills * ALERTED_PER_KILL);
  return killDuring(settings, {
    receivers,
    prepare: (database, now) =>
      database.write((transaction) => {
        const articleId = insertNews(database, now);
        for (let number = 0; number < receivers; number += 1) {
          const email = `member-${number}@example.org`;
          const { id } = insertTestUser(database, { email, notifications: true });
          saveChoice(transaction, id, 'article', { inSite: true, byMail: true });
        }
        startAlert(database, articleId, now);
      }),
    inspect(database) {
      const told = new Map<number, number>();
      for (const { userId } of database.query.select().from(notifications).all()) {
        told.set(userId, (told.get(userId) ?? 0) + 1);
      }
      return [
        ...(told.size === receivers
          ? []
          : [`${told.size} of ${receivers} were told in the centre`]),
        ...[...told].flatMap(([user, times]) =>
          times > 1 ? [`user ${user} was told ${times} times`] : [],
        ),
      ];
    },
  });
}

function insertNews(database: Database, now: number): number {
  const { id: authorId } = insertTestUser(database);
  return insertTestArticle(database, { authorId, publishedAt: now }).id;
}

/**
 * Ends the process that sends mails to many by kill -9, again and again at random moments, and checks
 * at the mail server that nobody got two and nobody was forgotten: at most the one that was being
 * handed over at each kill is flagged as unknown.
 */
async function killDuring(
  { kills, log }: AttackSettings,
  { receivers, prepare, inspect }: Mailing,
): Promise<AttackResult> {
  const random = createRandom(seedNumber());
  log(`seed ${random.seed}`);
  const dataFolder = scratchFolder('mails');
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  migrate(database);
  const server = await startMailServer();
  await prepare(database, Date.now());

  for (let kill = 1; kill <= kills; kill += 1) {
    const sender = startSender(dataFolder, server.url);
    // The first ones hit the writing of the mails; the others, some mails further each.
    const further = server.arrived.length + Math.floor(random.next() * (receivers / (kills + 1)));
    await waitUntil(() => server.arrived.length > further, DRAIN_LIMIT_MS);
    await pause(random.next() * 5);
    await killed(sender);
    log(`kill ${kill}: ${server.arrived.length} mails have arrived`);
  }
  const sender = startSender(dataFolder, server.url);
  const count = (condition: string) => {
    const query = database.raw.prepare(`SELECT count(*) FROM emails WHERE ${condition}`).pluck();
    return () => Number(query.get());
  };
  const waiting = count("state IN ('queued', 'sending')");
  const written = count('true');
  const drained = await waitUntil(() => written() >= receivers && waiting() === 0, DRAIN_LIMIT_MS);
  await killed(sender);

  const rows = database.query.select().from(emails).all();
  const got = new Map<string, number>();
  for (const source of server.arrived) {
    const to = /^To: (\S+)\r$/m.exec(source)?.[1] ?? '';
    got.set(to, (got.get(to) ?? 0) + 1);
  }
  const unknown = rows.filter(({ state }) => state === 'unknown');
  const findings = [
    !drained && `${waiting()} mails still wait after ${DRAIN_LIMIT_MS / 1000} s`,
    rows.length !== receivers && `${rows.length} mails were written for ${receivers} receivers`,
    unknown.length > kills && `${unknown.length} mails are unknown after ${kills} kills`,
    ...[...got].map(([to, times]) => times > 1 && `${to} got ${times} mails`),
    ...rows.map(
      ({ recipient, state }) =>
        state !== 'unknown' && !got.has(recipient) && `${recipient} was forgotten (${state})`,
    ),
    ...(inspect?.(database) ?? []),
  ].filter((finding) => finding !== false);
  await server.close();
  database.close();
  removeFolder(dataFolder);
  return {
    seed: random.seed,
    summary: `${kills} kills, ${got.size} of ${receivers} reached, ${unknown.length} unknown`,
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
    await pause(5);
  }
  return true;
}
