import type { CheckResult } from '#contracts/status.ts';
import type { Config } from '../../config.ts';
import { commandLine } from '../../installation.ts';
import { connectToServer, readMailDomain } from '../../integrations/mail-server.ts';
import { checkPaypalKeys } from '../../integrations/payment/paypal.ts';
import { createPublicId } from '../identifiers.ts';
import { createMailer } from '../mail/folder.ts';
import { composeMessage } from '../mail/render-email.ts';

const emailResult = (state: CheckResult['state'], msg: string) => ({ name: 'email', state, msg });

/** Checks that the mail server accepts connections with the user and password of SMTP_URL. */
export async function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<CheckResult> {
  if (smtpUrl === null) {
    const advice = 'Set SMTP_URL so that they reach people.';
    return emailResult('warning', `Emails are only written to DATA_DIR/mail. ${advice}`);
  }
  try {
    await connectToServer(smtpUrl);
    return emailResult('ok', 'The mail server accepts SMTP_URL.');
  } catch (error) {
    const { message } = error as Error;
    const advice = 'Check SMTP_URL, and whether your host blocks the port.';
    return emailResult('failed', `The mail server cannot be used (${message}). ${advice}`);
  }
}

/** Checks the DNS records that keep emails out of spam folders. */
export async function checkMailDomain({
  mailFrom,
}: Pick<Config, 'mailFrom'>): Promise<CheckResult> {
  const name = 'email-dns';
  const domain = mailFrom.split('@').at(-1) ?? '';
  if (!domain.includes('.') || domain.endsWith('.localhost')) {
    const advice = 'Set MAIL_FROM to an address of your domain.';
    return { name, state: 'warning', msg: `Emails come from ${mailFrom}. ${advice}` };
  }
  try {
    const { hasSpf, hasDmarc } = await readMailDomain(domain);
    const missing = [...(hasSpf ? [] : ['SPF']), ...(hasDmarc ? [] : ['DMARC'])];
    const dkim = `DKIM shows in a received email only: run ${commandLine('doctor EMAIL=you@example.org')} and look for dkim=pass in its headers.`;
    if (missing.length === 0) {
      return { name, state: 'ok', msg: `${domain} has SPF and DMARC records. ${dkim}` };
    }
    const msg = `${domain} has no ${missing.join(' and no ')} record, so emails may be taken for spam. Add what your mail provider tells you. ${dkim}`;
    return { name, state: 'warning', msg };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const msg = `The DNS records of ${domain} could not be looked up (${code ?? message}).`;
    return { name, state: 'warning', msg };
  }
}

/** Sends a test email at once, without the queue. */
export async function sendTestEmail(config: Config, to: string, now: number): Promise<CheckResult> {
  const publicId = createPublicId();
  const letter = {
    subject: 'Test email',
    title: 'Your site can send emails',
    paragraphs: [
      'Open the headers of this email (“Show original”). Authentication-Results should contain spf=pass, dkim=pass and dmarc=pass. Otherwise set up what is missing at your mail provider.',
    ],
    reason: `You are receiving this email because ${commandLine('doctor')} was run on the server.`,
  };
  const message = await composeMessage(
    {
      publicId,
      letter,
      recipient: to,
      createdAt: now,
      messageId: `<${publicId}@${config.mailFrom.split('@').at(-1)}>`,
    },
    // The check runs without a database, which has the name of the site.
    { ...config, siteName: new URL(config.siteUrl).host },
  );
  const mailer = createMailer(config);
  const { end, answer } = await mailer.deliver(message, async () => true);
  mailer.rest();
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'test-email', state, msg });
  if (end !== 'sent') return result('failed', `The test email was not sent (${answer}).`);
  if (config.smtpUrl === null) return result('ok', 'The test email is in DATA_DIR/mail.');
  return result('ok', 'The test email was sent. Look for spf=pass and dkim=pass in its headers.');
}

/** Checks that PayPal accepts the keys. */
export async function checkPayments({ paypal }: Pick<Config, 'paypal'>): Promise<CheckResult> {
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'payments', state, msg });
  if (paypal === null) return result('ok', 'No payment provider is set up, see docs/operate.md.');
  const reason = await checkPaypalKeys(paypal);
  if (reason !== null) {
    return result('failed', `${reason} Compare the PAYPAL_ variables with your app at PayPal.`);
  }
  if (paypal.webhookId === null) {
    const advice = 'Create a webhook at PayPal and set PAYPAL_WEBHOOK_ID.';
    return result('warning', `PayPal accepts the keys, but refunds there go unnoticed. ${advice}`);
  }
  return result('ok', 'PayPal accepts the keys.');
}
