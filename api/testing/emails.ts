import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { emails } from '../db/schema/email.ts';
import { enqueueEmail } from '../services/mail/email-queue.ts';
import { createMailer } from '../services/mail/eml-folder.ts';
import { type SentEmail, sendNextEmail } from '../services/mail/send-email.ts';

/** Parsed email of the mail folder. */
interface WrittenEmail extends Email {
  file: string;
  /** Header fields by lower-case name. */
  field: Map<string, string>;
  text: string;
}

type MailContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Sends all due emails, as the worker does several times a second. */
export async function deliverEmails(context: MailContext): Promise<SentEmail[]> {
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
export async function sentEmails(context: MailContext): Promise<WrittenEmail[]> {
  await deliverEmails(context);
  return emailsIn(context.config.dataFolder);
}

/** Stores an email with unknown delivery in the history of a running site. */
export async function plantUnknownEmail(dataFolder: string, to: string): Promise<void> {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataFolder });
  await database.write((transaction) => {
    const content = {
      subject: 'A test email',
      title: 'A test email',
      paragraphs: ['Hello.'],
      reason: 'None.',
    };
    enqueueEmail(transaction, { config, clock: Date.now }, { kind: 'account', to, content });
    const state = {
      state: 'unknown',
      attempts: 1,
      response: 'Connection lost',
      endedAt: Date.now(),
    } as const;
    transaction.update(emails).set(state).run();
  });
  database.close();
}

/** Returns the emails of the mail folder, oldest first. */
export async function emailsIn(dataFolder: string): Promise<WrittenEmail[]> {
  const folder = path.join(dataFolder, 'mail');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, at: statSync(file, { bigint: true }).mtimeNs }))
    .sort((first, second) => (first.at < second.at ? -1 : 1));
  return Promise.all(files.map(({ file }) => readEmail(file)));
}

async function readEmail(file: string): Promise<WrittenEmail> {
  return { ...(await readSource(readFileSync(file, 'utf8'))), file };
}

/** Parses an email as an SMTP server receives it. */
export async function readSource(source: string): Promise<Omit<WrittenEmail, 'file'>> {
  const email = await PostalMime.parse(source);
  const field = new Map(email.headers.map(({ key, value }) => [key, value]));
  return { ...email, field, text: email.text ?? '' };
}

/** Returns the token of the link in an email, the part behind `#token=`. Empty without a link. */
export function tokenIn({ text }: Pick<WrittenEmail, 'text'>): string {
  return /#token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** Sends all due emails, and returns the latest one to `to` with this subject. */
export async function emailTo(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  to: string,
  subject: RegExp,
): Promise<{ text: string; token: string }> {
  const sent = await sentEmails(context);
  const found = sent.findLast(
    (email) => email.to?.[0]?.address === to && subject.test(email.subject ?? ''),
  );
  if (!found) throw new Error(`no email to ${to} has the subject ${subject}`);
  return { text: found.text, token: tokenIn(found) };
}

/** Reply of the server to one SMTP command; `agree` accepts and is the default. */
export type Reply = { code: number; text: string } | 'hang up' | 'say nothing' | 'agree';

interface Script {
  connect?: () => Reply;
  sender?: () => Reply;
  /** @param to the receiver */
  receiver?: (to: string) => Reply;
  /** Called after the whole message has arrived. */
  message?: (source: string) => Reply | Promise<Reply>;
  options?: SMTPServerOptions;
}

export interface TestSmtpServer {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** Messages that the server has accepted. */
  accepted: { from: string; to: string[]; source: string }[];
  /** Sources of all messages that arrived completely, accepted or not. */
  arrived: string[];
  /** Returns the number of connections since the start. */
  connections: () => number;
  /** Closes all connections; the server still listens. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts an SMTP server on the loopback with the replies of `script`. */
export async function startSmtpServer(script: Script = {}): Promise<TestSmtpServer> {
  const accepted: TestSmtpServer['accepted'] = [];
  const arrived: string[] = [];
  let connections = 0;
  const send = (reply: Reply, done: (error?: Error | null) => void) => {
    if (reply === 'agree') done();
    else if (reply === 'hang up') hangUp();
    else if (reply !== 'say nothing')
      done(Object.assign(new Error(reply.text), { responseCode: reply.code }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    onConnect: (_session, done) => {
      connections += 1;
      send(script.connect?.() ?? 'agree', done);
    },
    onMailFrom: (_address, _session, done) => send(script.sender?.() ?? 'agree', done),
    onRcptTo: ({ address }, _session, done) => send(script.receiver?.(address) ?? 'agree', done),
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream).catch(() => null);
      if (source === null) return;
      arrived.push(source);
      const reply = (await script.message?.(source)) ?? 'agree';
      if (reply === 'agree') {
        accepted.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
        });
      }
      send(reply, done);
    },
    ...script.options,
  });
  // Some tests close the connection of the client during a command.
  server.on('error', () => undefined);
  const hangUp = () => {
    for (const { _socket } of server.connections) _socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    accepted,
    arrived,
    connections: () => connections,
    hangUp,
    close: () => {
      hangUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns a port of the loopback that has no listener. */
export async function closedPort(): Promise<number> {
  const server = await startSmtpServer();
  await server.close();
  return server.port;
}
