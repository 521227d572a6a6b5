import path from 'node:path';
import type { Config } from '../../config.ts';
import { createFolderMailer } from '../../integrations/mail-folder.ts';
import { createServerMailer } from '../../integrations/mail-server.ts';
import type { Mailer } from '../../integrations/mailer.ts';

/**
 * Sends through the mail server of SMTP_URL; without one, writes each mail as an .eml file into the
 * folder `mail` of the data, which any mail program opens.
 */
export function createMailer({ smtpUrl, dataFolder }: Config): Mailer {
  return smtpUrl ? createServerMailer(smtpUrl) : createFolderMailer(mailFolderOf(dataFolder));
}

/** Where mails are written while there is no mail server. */
export const mailFolderOf = (dataFolder: string): string => path.join(dataFolder, 'mail');
