import { HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../context.ts';
import type { Mailer } from '../integrations/mailer.ts';
import {
  type Backoff,
  createCircuitBreaker,
  createLeaseOwner,
  hasOwnerExited,
} from '../queue/queue.ts';
import { openKeyring } from '../services/keyring.ts';
import { createMailer, purgeMailFolder } from '../services/mail/eml-folder.ts';
import { writeNewsletterEmails } from '../services/mail/newsletters.ts';
import {
  type EmailSender,
  purgeEmails,
  recoverEmails,
  type SentEmail,
  sendNextEmail,
} from '../services/mail/send-email.ts';
import { notifyBuyers, sendArticleAlerts } from '../services/notifications/alerts.ts';
import { createUnsubscribeTokens } from '../services/subscribers/subscribers.ts';
import {
  atMostEvery,
  drain,
  runSteps,
  type StopWorker,
  startPolling,
  type WorkerLog,
} from './polling.ts';

const POLL_MS = 300;
const RECOVER_MS = 5_000;
const PURGE_MS = HOUR_MS;
/** Pauses after failures of the SMTP server. */
const SMTP_BACKOFF: Backoff = { firstMs: 5_000, maxMs: 300_000 };
/** Milliseconds that a delivery may still take when the worker is stopped. */
const STOP_MS = 5_000;

/** Starts the worker that writes the emails of newsletters and alerts, and sends all emails. */
export function startMailWorker(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: WorkerLog,
): StopWorker {
  const mailer = createMailer(context.config);
  const unsubscribeTokens = createUnsubscribeTokens(openKeyring(context.config.dataFolder));
  const breaker = createCircuitBreaker<'smtp'>(SMTP_BACKOFF);
  /** Delivers a message, and pauses after a failure of the server. Only its reply ends the pauses. */
  const deliver: Mailer['deliver'] = async (message, handOver) => {
    const delivery = await mailer.deliver(message, handOver);
    if (delivery.status === 'later' && delivery.scope === 'server') {
      breaker.recordFailure('smtp', performance.now());
    } else breaker.recordSuccess('smtp');
    return delivery;
  };
  const sender: EmailSender = { mailer: { ...mailer, deliver }, leaseOwner: createLeaseOwner() };

  const recover = atMostEvery(RECOVER_MS, async () => {
    for (const email of await recoverEmails(context, hasOwnerExited)) {
      log.error({ email }, 'email delivery unknown');
    }
  });
  const purge = atMostEvery(PURGE_MS, async () => {
    await purgeEmails(context);
    await purgeMailFolder(context);
  });
  const sendNext = async () =>
    breaker.isOpen('smtp', performance.now()) ? null : sendNextEmail(context, sender);
  const onError = (error: unknown, step = 'sending') =>
    log.error({ err: error, step }, 'mail worker failed');
  const stopPolling = startPolling({
    everyMs: POLL_MS,
    async poll(stopping) {
      const steps = {
        recovery: recover,
        purge,
        'article alerts': () => drain(stopping, () => sendArticleAlerts(context)),
        'update notifications': () => drain(stopping, () => notifyBuyers(context)),
        newsletters: () => drain(stopping, () => writeNewsletterEmails(context, unsubscribeTokens)),
      };
      await runSteps(steps, onError);
      await drain(stopping, sendNext, (sent) => logDelivery(log, sent));
      mailer.rest();
    },
    onError,
  });

  return async () => {
    const timeout = setTimeout(() => mailer.cutOff(), STOP_MS);
    await stopPolling();
    clearTimeout(timeout);
  };
}

/** Returns the code of an SMTP reply, such as `550 5.1.1`; its text may contain an email address. */
const smtpCodeOf = (reply: string) => /(?:^|: )(\d{3}(?:[ -]\d\.\d+\.\d+)?)/.exec(reply)?.[1];

function logDelivery(log: WorkerLog, { email, delivery }: SentEmail): void {
  const { status, response } = delivery;
  const fields = {
    email: email.publicId,
    kind: email.kind,
    attempt: email.attempts,
    code: smtpCodeOf(response),
  };
  if (status === 'sent') log.info(fields, 'email sent');
  else if (status === 'skipped') log.info(fields, 'email skipped');
  else if (status === 'later') log.warn(fields, 'email postponed');
  else log.error(fields, status === 'unknown' ? 'email delivery unknown' : 'email failed');
}
