import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionOptions,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection';

/** Email with its SMTP envelope and its bytes. */
export interface Message {
  /** Name for files, without a character that means anything in a path. */
  name: string;
  from: string;
  to: string;
  bytes: Buffer;
}

/**
 * Result of a delivery.
 * - `later`: the server certainly does not have the message, and it can be retried. With the value
 *   `server`, other messages would have failed, too.
 * - `refused`: the server rejects this message permanently.
 * - `unknown`: the server may have the message.
 */
export type Delivery =
  | { status: 'sent'; response: string }
  | { status: 'later'; response: string; scope: 'server' | 'message' }
  | { status: 'refused'; response: string }
  | { status: 'unknown'; response: string };

export interface Mailer {
  /**
   * Delivers a message. Returns failures instead of throwing.
   * @param handOver called right before the server can have the message; if it returns false, the message is not sent
   */
  deliver(message: Message, handOver: () => Promise<boolean>): Promise<Delivery>;
  /** Closes connections that are reused between messages. */
  rest(): void;
  /** Aborts the current delivery, which then returns its result. */
  cutOff(): void;
}

/** Creates the file transport. Writing a message twice results in one file, so its delivery is never unknown. */
export function createFileTransport(folder: string): Mailer {
  return {
    deliver: async ({ name, bytes }): Promise<Delivery> => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const unfinished = path.join(folder, `.${name}.${randomUUID()}.tmp`);
        // Emails are private: only the owner of the process may read them.
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
        await rename(unfinished, path.join(folder, `${name}.eml`));
        return { status: 'sent', response: 'Saved to the mail folder.' };
      } catch (error) {
        const response = `The mail folder is not writable: ${(error as Error).message}`;
        return { status: 'later', response, scope: 'server' };
      }
    },
    rest: () => undefined,
    cutOff: () => undefined,
  };
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** RFC 5321: the message is too large, which no other message need be. */
const TOO_LARGE = 552;

/** Milliseconds that each part of handing a message over may take. */
interface SmtpTimeouts {
  /** Time limit of connecting, including TLS and the greeting of the server. */
  connect: number;
  /** From there to the moment at which it wants the message. */
  envelope: number;
  /** Time limit of the final reply; many servers scan for viruses first. */
  message: number;
}
const defaultTimeouts: SmtpTimeouts = { connect: 30_000, envelope: 30_000, message: 120_000 };

/** Messages after which a new connection is made; many servers refuse to take more over one. */
const MESSAGES_PER_CONNECTION = 50;

/** Creates the SMTP transport, which sends messages one after the other and reuses its connection. */
export function createSmtpTransport(url: string, timeouts = defaultTimeouts): Mailer {
  let current: { connection: SmtpConnection; messages: number } | null = null;
  const drop = () => {
    current?.connection.close();
    current = null;
  };

  let cutOff: () => void = () => undefined;
  const isCutOff = new Promise<never>((_resolve, reject) => {
    cutOff = () => reject(new Error('The server was shutting down.'));
  });
  isCutOff.catch(() => undefined);

  const attempt: Mailer['deliver'] = async (message, handOver) => {
    let handedOver = false;
    try {
      current ??= {
        connection: await Promise.race([connect(url, timeouts), isCutOff]),
        messages: 0,
      };
      const handingOver = handOverMessage(current.connection, message, timeouts, async () => {
        handedOver = await handOver();
        return handedOver;
      });
      const response = await Promise.race([handingOver, isCutOff]);
      current.messages += 1;
      if (current.messages >= MESSAGES_PER_CONNECTION) quit(current);
      return { status: 'sent', response };
    } catch (error) {
      drop();
      return classifyFailure(error as NodemailerError, handedOver);
    }
  };
  const quit = (open: NonNullable<typeof current>) => {
    open.connection.quit();
    current = null;
  };

  return {
    deliver: async (message, handOver): Promise<Delivery> => {
      const reused = current !== null;
      const delivery = await attempt(message, handOver);
      // The server may have closed an idle connection; a new one can still work.
      const again = reused && delivery.status === 'later' && delivery.scope === 'server';
      return again ? attempt(message, handOver) : delivery;
    },
    rest: () => {
      if (current) quit(current);
    },
    cutOff: () => cutOff(),
  };
}

/** Timeout of a connection test in milliseconds; short, because a user waits for it. */
const testTimeouts: SmtpTimeouts = { connect: 10_000, envelope: 10_000, message: 10_000 };

/** Connects, signs in and disconnects. @throws NodemailerError if the server cannot be used */
export async function connectToServer(url: string): Promise<void> {
  (await connect(url, testTimeouts)).quit();
}

/** @throws NodemailerError if the connection failed */
async function connect(url: string, timeouts: SmtpTimeouts): Promise<SmtpConnection> {
  const { auth, ...options } = readServerUrl(url);
  const connection = new SmtpConnection({
    ...options,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.message,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      // Stays registered, because an unhandled error event would end the process.
      connection.on('error', reject);
      connection.once('end', () => reject(new Error('The SMTP server closed the connection.')));
      const settle = (error?: Error | null) => (error ? reject(error) : resolve());
      connection.connect((error) => {
        if (error || !auth) settle(error);
        else connection.login(auth, settle);
      });
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** @returns the words in which the server took the message */
async function handOverMessage(
  connection: SmtpConnection,
  { from, to, bytes }: Message,
  timeouts: SmtpTimeouts,
  handOver: () => Promise<boolean>,
): Promise<string> {
  let tooLong: (error: Error) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const allow = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => tooLong(new Error('The SMTP server took too long.')), milliseconds);
  };
  // Read only once the server has said that it wants the message.
  async function* content() {
    if (!(await handOver())) throw new Error('A newer attempt has replaced this one.');
    allow(timeouts.message);
    yield bytes;
  }
  try {
    return await new Promise<string>((resolve, reject) => {
      tooLong = reject;
      allow(timeouts.envelope);
      const envelope = { from, to: [to], size: bytes.length };
      connection.send(envelope, Readable.from(content()), (error, info) => {
        if (error) reject(error);
        else resolve((info as SMTPConnectionSendInfo).response);
      });
    });
  } finally {
    clearTimeout(timer);
  }
}

const DNS_TIMEOUT_MS = 5000;

/** DNS records that email providers check. */
interface MailDomain {
  hasSpf: boolean;
  hasDmarc: boolean;
}

/** Looks up the SPF and DMARC records of the domain of a sender. @throws Error */
export async function readMailDomain(domain: string): Promise<MailDomain> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  const has = async (name: string, start: string) => {
    try {
      const records = await resolver.resolveTxt(name);
      return records.some((parts) => parts.join('').toLowerCase().startsWith(start));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENODATA' || code === 'ENOTFOUND') return false;
      throw error;
    }
  };
  const labels = domain.split('.');
  let hasDmarc = false;
  // The record of a domain also counts for its subdomains.
  for (let first = 0; !hasDmarc && first < labels.length - 1; first += 1) {
    hasDmarc = await has(`_dmarc.${labels.slice(first).join('.')}`, 'v=dmarc1');
  }
  return { hasSpf: await has(domain, 'v=spf1'), hasDmarc };
}

/**
 * Classifies a failure. A reply of the server is final; without one, the server may have the
 * message if its content was sent.
 */
function classifyFailure(error: NodemailerError, handedOver: boolean): Delivery {
  const { responseCode = 0, command } = error;
  const response = historyMessageOf(error);
  if (responseCode < 400) {
    if (handedOver) return { status: 'unknown', response };
    return isAboutMessage(error)
      ? { status: 'refused', response }
      : { status: 'later', response, scope: 'server' };
  }
  // Replies before the recipient apply to every message.
  const general =
    command !== 'RCPT TO' &&
    command !== 'DATA' &&
    !(command === 'MAIL FROM' && responseCode === TOO_LARGE);
  if (general && !handedOver) {
    return { status: 'later', response: `${command}: ${response}`, scope: 'server' };
  }
  return responseCode < 500
    ? { status: 'later', response, scope: 'message' }
    : { status: 'refused', response };
}

/** True if the client found that this message cannot be sent. */
function isAboutMessage({ code }: NodemailerError): boolean {
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** Returns the message for the history, shortened and without possible passwords. */
function historyMessageOf({ response, message }: NodemailerError): string {
  const text = (response || message).replace(/\s+/g, ' ').trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

/**
 * Parses SMTP_URL. Passwords are sent over TLS only: with smtp://, the server must offer STARTTLS,
 * unless it is on this machine. `?requireTLS=false` disables this.
 */
function readServerUrl(
  url: string,
): SMTPConnectionOptions & { auth: SMTPConnectionAuth | undefined } {
  const { auth, ...options } = parseConnectionUrl(url);
  return {
    requireTLS: auth !== undefined && !loopback.test(options.host ?? ''),
    ...(options as SMTPConnectionOptions),
    auth: auth && { ...auth, credentials: auth },
  };
}
