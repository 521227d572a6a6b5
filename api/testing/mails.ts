import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import { openDatabase } from '../db/client.ts';
import { emails } from '../db/schema/email.ts';
import { createMailer } from '../services/mail/folder.ts';
import { enqueueMail } from '../services/mail/queue.ts';
import { type SentEmail, sendNextEmail } from '../services/mail/send-email.ts';

/** Parsed email of the mail folder. */
export interface WrittenMail extends Email {
  file: string;
  /** Header fields by lower-case name. */
  field: Map<string, string>;
  text: string;
}

type MailContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Sends all due emails, as the worker does several times a second. */
export async function deliverMails(context: MailContext): Promise<SentEmail[]> {
  const mailer = createMailer(context.config);
  const delivered: SentEmail[] = [];
  for (;;) {
    const email = await sendNextEmail(context, { mailer, leaseOwner: 'test' });
    if (!email) break;
    delivered.push(email);
  }
  mailer.rest();
  return delivered;
}

/** Sends all due emails, and returns the emails of the mail folder, oldest first. */
export async function sentMails(context: MailContext): Promise<WrittenMail[]> {
  await deliverMails(context);
  return mailsIn(context.config.dataFolder);
}

/** Stores an email with unknown delivery in the history of a running site. */
export async function plantUnknownMail(dataFolder: string, to: string): Promise<void> {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataFolder });
  await database.write((transaction) => {
    const letter = {
      subject: 'A letter',
      title: 'A letter',
      paragraphs: ['Hello.'],
      reason: 'None.',
    };
    enqueueMail(transaction, { config, clock: Date.now }, { kind: 'account', to, letter });
    const state = {
      state: 'unknown',
      attempts: 1,
      answer: 'Connection lost',
      endedAt: Date.now(),
    } as const;
    transaction.update(emails).set(state).run();
  });
  database.close();
}

/** Returns the emails of the mail folder, oldest first. */
export async function mailsIn(dataFolder: string): Promise<WrittenMail[]> {
  const folder = path.join(dataFolder, 'mail');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, at: statSync(file, { bigint: true }).mtimeNs }))
    .sort((first, second) => (first.at < second.at ? -1 : 1));
  return Promise.all(files.map(({ file }) => readMail(file)));
}

async function readMail(file: string): Promise<WrittenMail> {
  return { ...(await readSource(readFileSync(file, 'utf8'))), file };
}

/** Parses an email as an SMTP server receives it. */
export async function readSource(source: string): Promise<Omit<WrittenMail, 'file'>> {
  const mail = await PostalMime.parse(source);
  const field = new Map(mail.headers.map(({ key, value }) => [key, value]));
  return { ...mail, field, text: mail.text ?? '' };
}

/** Returns the token of the link in an email, the part behind `#token=`. Empty without a link. */
export function tokenIn({ text }: Pick<WrittenMail, 'text'>): string {
  return /#token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** Sends all due emails, and returns the latest one to `to` with this subject. */
export async function mailTo(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  to: string,
  subject: RegExp,
): Promise<{ text: string; token: string }> {
  const mails = await sentMails(context);
  const mail = mails.findLast(
    (email) => email.to?.[0]?.address === to && subject.test(email.subject ?? ''),
  );
  if (!mail) throw new Error(`no email to ${to} has the subject ${subject}`);
  return { text: mail.text, token: tokenIn(mail) };
}
