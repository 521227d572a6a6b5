import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/**
 * Parses SMTP_URL. Passwords are sent over TLS only: with smtp://, the server must offer STARTTLS,
 * unless it is on this machine. `?requireTLS=false` disables this.
 */
export function readServerUrl(
  url: string,
): SMTPConnectionOptions & { auth: SMTPConnectionAuth | undefined } {
  const { auth, ...options } = parseConnectionUrl(url);
  return {
    requireTLS: auth !== undefined && !loopback.test(options.host ?? ''),
    ...(options as SMTPConnectionOptions),
    auth: auth && { ...auth, credentials: auth },
  };
}
