import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../api/db/database.ts';
import { migrate } from '../../api/db/migrate.ts';
import { startNewsletter } from '../../api/db/repositories/newsletter.ts';
import { startAlert, upsertPreference } from '../../api/db/repositories/notifications.ts';
import { emails, subscribers } from '../../api/db/schema/email.ts';
import { notifications } from '../../api/db/schema/notifications.ts';
import { requestNewsletter } from '../../api/services/mail/newsletters.ts';
import { startSmtpServer } from '../../api/testing/emails.ts';
import { insertTestArticle, insertTestUser } from '../../api/testing/factories.ts';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder, spawnChild } from '../harness/scratch.ts';
import { waitUntil } from '../harness/server.ts';

const RECEIVERS = 500;
/** Members per kill, so that few kills need less time. */
const ALERTED_PER_KILL = 50;
/** Milliseconds after which sending counts as stuck. */
const DRAIN_LIMIT_MS = 240_000;

/** Emails that are sent to many recipients. */
interface BulkEmail {
  receivers: number;
  /** Stores the recipients and requests the emails. */
  prepare(database: Database, now: number): Promise<void>;
  /** Returns a sentence for each further violation. */
  inspect?(database: Database): string[];
}

/** Kills the process during a newsletter to 500 subscribers. */
export const killDuringNewsletter = (settings: AttackSettings): Promise<AttackResult> =>
  killDuring(settings, {
    receivers: RECEIVERS,
    prepare: (database, now) =>
      database.write((transaction) => {
        for (let number = 0; number < RECEIVERS; number += 1) {
          const name = `reader-${number}`;
          const subscriber = {
            publicId: name,
            email: `${name}@example.org`,
            source: 'Subscribe',
          } as const;
          const times = { requestedAt: now, linkUntil: now, confirmedAt: now };
          transaction
            .insert(subscribers)
            .values({ ...subscriber, ...times })
            .run();
        }
        const articleId = insertArticle(database, now);
        requestNewsletter(transaction, { articleId, wanted: true, now });
        startNewsletter(database, articleId, now);
      }),
  });

/** Kills the process during the alert about a new article, which members get by email and as a notification. */
export function killDuringAlerts(settings: AttackSettings): Promise<AttackResult> {
  const receivers = Math.min(RECEIVERS, settings.kills * ALERTED_PER_KILL);
  return killDuring(settings, {
    receivers,
    prepare: (database, now) =>
      database.write((transaction) => {
        const articleId = insertArticle(database, now);
        for (let number = 0; number < receivers; number += 1) {
          const email = `member-${number}@example.org`;
          const { id } = insertTestUser(database, { email, notifications: true });
          upsertPreference(transaction, id, 'article', { inSite: true, byEmail: true });
        }
        startAlert(database, articleId, now);
      }),
    inspect(database) {
      const countsByUser = new Map<number, number>();
      for (const { userId } of database.query.select().from(notifications).all()) {
        countsByUser.set(userId, (countsByUser.get(userId) ?? 0) + 1);
      }
      return [
        ...(countsByUser.size === receivers
          ? []
          : [`${countsByUser.size} of ${receivers} got a notification`]),
        ...[...countsByUser].flatMap(([user, count]) =>
          count > 1 ? [`user ${user} got ${count} notifications`] : [],
        ),
      ];
    },
  });
}

function insertArticle(database: Database, now: number): number {
  const { id: authorId } = insertTestUser(database);
  return insertTestArticle(database, { authorId, publishedAt: now }).id;
}

/**
 * Kills the process that sends emails several times at random times with kill -9. Then checks at the SMTP
 * server that each recipient got exactly one email. At most one email per kill may have the state `unknown`,
 * because its transmission was interrupted.
 */
async function killDuring(
  { kills, random, log }: AttackSettings,
  { receivers, prepare, inspect }: BulkEmail,
): Promise<AttackResult> {
  const dataFolder = scratchFolder('emails');
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  migrate(database);
  const server = await startSmtpServer();
  await prepare(database, Date.now());

  for (let kill = 1; kill <= kills; kill += 1) {
    const sender = startSender(dataFolder, server.url);
    // The first kills interrupt the creation of the emails, the others their delivery.
    const killAfter = server.arrived.length + Math.floor(random.next() * (receivers / (kills + 1)));
    await waitUntil(() => server.arrived.length > killAfter, DRAIN_LIMIT_MS);
    await pause(random.next() * 5);
    await killProcess(sender);
    log(`kill ${kill}: ${server.arrived.length} emails have arrived`);
  }
  const sender = startSender(dataFolder, server.url);
  const count = (condition: string) => {
    const query = database.raw.prepare(`SELECT count(*) FROM emails WHERE ${condition}`).pluck();
    return () => Number(query.get());
  };
  const countPending = count("state IN ('queued', 'sending')");
  const countAll = count('true');
  const isDrained = await waitUntil(
    () => countAll() >= receivers && countPending() === 0,
    DRAIN_LIMIT_MS,
  );
  await killProcess(sender);

  const rows = database.query.select().from(emails).all();
  const countsByRecipient = new Map<string, number>();
  for (const source of server.arrived) {
    const to = /^To: (\S+)\r$/m.exec(source)?.[1] ?? '';
    countsByRecipient.set(to, (countsByRecipient.get(to) ?? 0) + 1);
  }
  const unknown = rows.filter(({ state }) => state === 'unknown');
  const findings = [
    !isDrained && `${countPending()} emails still wait after ${DRAIN_LIMIT_MS / 1000} s`,
    rows.length !== receivers && `${rows.length} emails were written for ${receivers} receivers`,
    unknown.length > kills && `${unknown.length} emails are unknown after ${kills} kills`,
    ...[...countsByRecipient].map(([to, count]) => count > 1 && `${to} got ${count} emails`),
    ...rows.map(
      ({ recipient, state }) =>
        state !== 'unknown' &&
        !countsByRecipient.has(recipient) &&
        `${recipient} got no email (${state})`,
    ),
    ...(inspect?.(database) ?? []),
  ].filter((finding) => finding !== false);
  await server.close();
  database.close();
  removeFolder(dataFolder);
  return {
    summary: `${kills} kills, ${countsByRecipient.size} of ${receivers} reached, ${unknown.length} unknown`,
    findings,
  };
}

function startSender(dataFolder: string, smtpUrl: string): ChildProcess {
  return spawnChild('node', ['api/testing/mail-process.ts'], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataFolder, SMTP_URL: smtpUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function killProcess(sender: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => sender.once('exit', resolve));
  sender.kill('SIGKILL');
  await exited;
}
