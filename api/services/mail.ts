import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createPublicId } from './public-id.ts';

/** Milliseconds a mail server may take to answer before the mail counts as failed. */
const SERVER_PATIENCE_MS = 15_000;

/** A mail of plain text. Names and addresses may come from strangers. */
export interface Mail {
  to: string[];
  /** Whom an answer goes to. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  /** Where a mail program may post to end such mails (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /** @throws Error when the mail could neither be handed over nor written */
  send(mail: Mail): Promise<void>;
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>;

/**
 * Sends through the mail server of SMTP_URL; without one, writes each mail as an .eml file into the
 * folder `mail` of the data, which any mail program opens. The message is composed by nodemailer in
 * both cases, so that no field can add a header.
 */
export function createMailer(config: MailConfig, clock: Clock): Mailer {
  return config.smtpUrl
    ? createSender(config.smtpUrl, config, clock)
    : createWriter(path.join(config.dataFolder, 'mail'), config, clock);
}

function createSender(url: string, { mailFrom }: MailConfig, clock: Clock): Mailer {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: SERVER_PATIENCE_MS,
    greetingTimeout: SERVER_PATIENCE_MS,
    socketTimeout: SERVER_PATIENCE_MS,
    // What strangers write never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail(compose(mail, mailFrom, clock));
    },
  };
}

function createWriter(folder: string, { mailFrom }: MailConfig, clock: Clock): Mailer {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(compose(mail, mailFrom, clock));
      const name = `${new Date(clock()).toISOString().replaceAll(':', '-')}-${createPublicId()}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = path.join(folder, `.${name}.tmp`);
      // A mail is a private letter: nobody but the owner of the process reads it.
      await writeFile(unfinished, message as Buffer, { mode: 0o600, flush: true });
      await rename(unfinished, path.join(folder, name));
    },
  };
}

function compose({ to, replyTo, subject, text, unsubscribeUrl }: Mail, from: string, clock: Clock) {
  return {
    from,
    to,
    ...(replyTo && { replyTo }),
    subject: oneLine(subject),
    text,
    date: new Date(clock()),
    // Tells vacation notices and ticket systems not to answer a program.
    headers: {
      'auto-submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'list-unsubscribe': `<${unsubscribeUrl}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** The composer folds and encodes; that there is no line break to begin with is ours to see to. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
