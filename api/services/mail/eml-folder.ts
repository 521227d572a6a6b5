import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { DAY_MS } from '#contracts/durations.ts';
import { paginate } from '#contracts/fields.ts';
import type { FolderEmailResponse, MailFolderQuery } from '#contracts/mail.ts';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { DomainError, hasErrorCode } from '../../errors.ts';
import {
  createFileTransport,
  createSmtpTransport,
  type Mailer,
} from '../../integrations/mailer.ts';
import { fileNameOf } from './render-email.ts';

/** Folder of the file transport. */
const mailFolderOf = (dataFolder: string): string => path.join(dataFolder, 'mail');

type FolderContext = Pick<AppContext, 'config'>;

/** File names of emails; the pattern excludes path separators. */
export const emailFileName = /^[0-9a-z][0-9a-z.-]{0,100}\.eml$/i;

/** Returns one page of the mail folder, newest first; empty with an SMTP transport. */
export async function readMailFolder({ config }: FolderContext, query: MailFolderQuery) {
  const files = config.smtpUrl ? [] : await listEmailFiles(mailFolderOf(config.dataFolder));
  const { rows, pageInfo } = paginate(query, files.length);
  const emails = files.slice(rows.offset, rows.offset + rows.limit).map(async (file) => {
    const { headline } = await openEmail({ config }, file);
    return headline;
  });
  return { emails: await Promise.all(emails), ...pageInfo };
}

/** Returns an email of the folder as text. @throws DomainError NOT_FOUND */
export async function readFolderEmail(
  context: FolderContext,
  file: string,
): Promise<FolderEmailResponse> {
  const { email, headline } = await openEmail(context, file);
  const list = email.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  return {
    ...headline,
    from: formatMailbox(email.from),
    replyTo: email.replyTo?.map(formatMailbox).join(', ') ?? null,
    unsubscribe: list?.replace(/^<|>$/g, '') ?? null,
    text: email.text ?? '',
    html: email.html !== undefined,
  };
}

/** Returns the unchanged HTML of an email. @throws DomainError NOT_FOUND */
export async function readFolderEmailHtml(context: FolderContext, file: string): Promise<string> {
  const { email } = await openEmail(context, file);
  if (email.html === undefined) throw new DomainError('NOT_FOUND');
  return email.html;
}

/** Returns the bytes of an email. @throws DomainError NOT_FOUND */
export async function readFolderFile({ config }: FolderContext, file: string): Promise<Buffer> {
  if (config.smtpUrl || !emailFileName.test(file)) throw new DomainError('NOT_FOUND');
  try {
    return await readFile(path.join(mailFolderOf(config.dataFolder), file));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) throw new DomainError('NOT_FOUND');
    throw error;
  }
}

/** Time that an email stays in the folder, in milliseconds. */
export const FILE_RETENTION_MS = 30 * DAY_MS;
/** Emails that this site has written, by the pattern of fileNameOf. */
const ownFile = /^\d{4}-\d\d-\d\dT[\d.-]+Z-\w+\.eml$/;

/** Deletes emails from the folder after a month, because they are private. */
export async function purgeMailFolder({
  config,
  clock,
}: Pick<AppContext, 'config' | 'clock'>): Promise<void> {
  const folder = mailFolderOf(config.dataFolder);
  const oldest = fileNameOf({ createdAt: clock() - FILE_RETENTION_MS, publicId: '' });
  for (const file of await listEmailFiles(folder)) {
    if (ownFile.test(file) && file < oldest) await rm(path.join(folder, file), { force: true });
  }
}

async function openEmail(context: FolderContext, file: string) {
  const email: Email = await PostalMime.parse(await readFolderFile(context, file));
  const date = email.date && !Number.isNaN(Date.parse(email.date)) ? email.date : undefined;
  const headline = {
    file,
    to: email.to?.map(formatMailbox).join(', ') ?? '',
    subject: email.subject ?? '',
    date: date ? new Date(date).toISOString() : null,
  };
  return { email, headline };
}

function formatMailbox(address: Address | undefined): string {
  if (!address) return '';
  const { name, address: mailbox = '' } = address;
  return name ? `${name} <${mailbox}>` : mailbox;
}

async function listEmailFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    // Names begin with the time at which the email was written.
    return names
      .filter((name) => emailFileName.test(name))
      .sort()
      .reverse();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Creates the SMTP transport of SMTP_URL, or without it the file transport, which writes each email
 * as an .eml file into the folder `mail` of the data folder.
 */
export function createMailer({ smtpUrl, dataFolder }: Config): Mailer {
  return smtpUrl ? createSmtpTransport(smtpUrl) : createFileTransport(mailFolderOf(dataFolder));
}
