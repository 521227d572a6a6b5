import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/**
 * What SMTP_URL says. A password only travels over TLS: where the address begins with smtp://, the
 * server has to offer STARTTLS, unless it is this machine. `?requireTLS=false` says otherwise.
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
