import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { CheckResult } from '#contracts/status.ts';
import type { Config } from '../../config.ts';
import { commandLine } from '../../installation.ts';
import { connectToServer, readMailDomain } from '../../integrations/mailer.ts';
import { checkPaypalKeys } from '../../integrations/payment/paypal.ts';
import { type Bucket, type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
import {
  describeOtherOwner,
  findOtherOwner,
  INTERNAL_PREFIX,
  listOwnerMarkers,
  type OwnedBucket,
} from '../../integrations/storage/bucket-owner.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';
import { createPublicId } from '../identifiers.ts';
import { createMailer } from '../mail/eml-folder.ts';
import { composeMessage } from '../mail/render-email.ts';

const emailResult = (state: CheckResult['state'], msg: string) => ({ name: 'email', state, msg });

/** Checks that the SMTP server accepts connections with the user and password of SMTP_URL. */
export async function checkSmtpTransport({
  smtpUrl,
}: Pick<Config, 'smtpUrl'>): Promise<CheckResult> {
  if (smtpUrl === null) {
    const advice = 'Set SMTP_URL so that they reach people.';
    return emailResult('warning', `Emails are only written to DATA_DIR/mail. ${advice}`);
  }
  try {
    await connectToServer(smtpUrl);
    return emailResult('ok', 'The SMTP server accepts SMTP_URL.');
  } catch (error) {
    const { message } = error as Error;
    const advice = 'Check SMTP_URL, and whether your host blocks the port.';
    return emailResult('failed', `The SMTP server cannot be used (${message}). ${advice}`);
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
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'test-email', state, msg });
  if (!z.email().safeParse(to).success) return result('failed', `${to} is not an email address.`);
  const publicId = createPublicId();
  const content = {
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
      content,
      recipient: to,
      createdAt: now,
      messageId: `<${publicId}@${config.mailFrom.split('@').at(-1)}>`,
    },
    // The check runs without a database, which has the name of the site.
    { ...config, siteName: new URL(config.siteUrl).host },
  );
  const mailer = createMailer(config);
  const { status, response } = await mailer.deliver(message, async () => true);
  mailer.rest();
  if (status !== 'sent') return result('failed', `The test email was not sent (${response}).`);
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

/** Start of the names of objects that a check writes and deletes. */
const CHECK_OBJECT = `${INTERNAL_PREFIX}-check-`;
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 500;

const openBucketOnce = (options: BucketOptions) =>
  openBucket(options, { pauseAfter: () => PAUSE_MS, timeoutMs: TIMEOUT_MS });

/** Returns a sentence if a bucket belongs to another site, or null. @throws StorageError */
async function findOtherSite(
  bucket: Bucket,
  siteId: unknown,
  variable: OwnedBucket,
): Promise<string | null> {
  if (siteId === undefined) return null;
  const other = findOtherOwner(await listOwnerMarkers(bucket), siteId);
  return other === undefined
    ? null
    : `${bucket.url} contains ${describeOtherOwner(other, variable)}`;
}

/**
 * Checks that the bucket of STORAGE can be used, that it is private and that it belongs to this site.
 * @param siteId ID of the site in buckets; null if it has none yet, undefined if there is no database
 */
export const checkStorage = (
  { storage }: Pick<Config, 'storage'>,
  siteId: unknown,
): Promise<CheckResult> =>
  checkBucket('storage', storage, async (bucket, object) => {
    if (!(await bucket.isPublic(object))) return findOtherSite(bucket, siteId, 'STORAGE');
    return `Everyone can read ${bucket.url}, which has backups and files that buyers pay for. Make it private.`;
  });

/**
 * Checks that the bucket of PUBLISH_TO can be used and that it belongs to this site.
 * @param siteId ID of the site in buckets; null if it has none yet, undefined if there is no database
 */
export const checkPublishTo = (
  { publishTo }: Pick<Config, 'publishTo'>,
  siteId: unknown,
): Promise<CheckResult> =>
  checkBucket('publish-to', publishTo, (bucket) => findOtherSite(bucket, siteId, 'PUBLISH_TO'));

/**
 * Writes, reads, lists and deletes an object.
 * @param findProblem returns a sentence about another problem, or null
 */
async function checkBucket(
  name: string,
  options: BucketOptions | null,
  findProblem: (bucket: Bucket, object: string) => Promise<string | null>,
): Promise<CheckResult> {
  if (options === null) return { name, state: 'ok', msg: 'No bucket is set up.' };
  const bucket = openBucketOnce(options);
  const object = `${CHECK_OBJECT}${randomBytes(8).toString('hex')}`;
  const content = randomBytes(32);
  try {
    await bucket.put(object, content);
    try {
      const read = await buffer(await bucket.get(object));
      const listed = (await Array.fromAsync(bucket.list(object))).length;
      if (!read.equals(content) || listed !== 1) {
        const msg = `${bucket.url} does not return what was just stored. Use a store with consistent reads and lists.`;
        return { name, state: 'failed', msg };
      }
      const problem = await findProblem(bucket, object);
      if (problem !== null) return { name, state: 'failed', msg: problem };
    } finally {
      await bucket.delete(object);
    }
    return { name, state: 'ok', msg: `${bucket.url} can be read, written and listed.` };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const advice = 'Check the STORAGE_ variables, the permissions of the keys, and the clock.';
    return { name, state: 'failed', msg: `${error.message} ${advice}` };
  }
}
