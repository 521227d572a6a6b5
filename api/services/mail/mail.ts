import path from 'node:path';
import type { Config } from '../../config.ts';
import { createFolderMailer } from '../../integrations/mail-folder.ts';
import { createServerMailer } from '../../integrations/mail-server.ts';
import type { Mailer } from '../../integrations/mailer.ts';

/**
 * Creates the SMTP transport of SMTP_URL, or without it the file transport, which writes each email
 * as an .eml file into the folder `mail` of the data folder.
 */
export function createMailer({ smtpUrl, dataFolder }: Config): Mailer {
  return smtpUrl ? createServerMailer(smtpUrl) : createFolderMailer(mailFolderOf(dataFolder));
}

/** Folder of the file transport. */
export const mailFolderOf = (dataFolder: string): string => path.join(dataFolder, 'mail');
