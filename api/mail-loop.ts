import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AppContext } from './context.ts';
import { createHolder, hasEnded } from './publisher/holder.ts';
import { writeProductNews } from './services/library/news.ts';
import {
  type Courier,
  type Delivered,
  deliverNext,
  recoverMails,
  sweepMails,
} from './services/mail/delivery.ts';
import { sweepMailFolder } from './services/mail/folder.ts';
import { createMailer } from './services/mail/mail.ts';
import { writeNewsletterMails } from './services/mail/newsletters.ts';
import { writeArticleAlerts } from './services/notifications/article-alerts.ts';
import { openKeyring } from './services/secrets.ts';
import { createLeaveTokens } from './services/subscribers/link.ts';
import { startTurns } from './turns.ts';

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Milliseconds between looks into the outbox. */
const LOOK_EVERY_MS = 300;
const RECOVER_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 3_600_000;
/** Milliseconds the queue rests when the mail server is in trouble, twice as long each time. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 300_000;

/** Milliseconds that a mail under way may still take when the process is to end. */
const FAREWELL_MS = 5_000;

/**
 * Sends what is in the outbox of mails, one after the other, until the returned function is called;
 * that waits a moment for the mail that is under way.
 */
export function startMail(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: Log,
): () => Promise<void> {
  const courier: Courier = { mailer: createMailer(context.config), holder: createHolder() };
  const leave = createLeaveTokens(openKeyring(context.config.dataFolder));
  let ending = false;
  let restUntil = 0;
  let rest = FIRST_REST_MS;
  let recoverAt = 0;
  let sweepAt = 0;

  const look = async () => {
    const now = performance.now();
    if (now >= recoverAt) {
      recoverAt = now + RECOVER_EVERY_MS;
      for (const mail of await recoverMails(context, hasEnded)) {
        log.error({ mail }, 'a mail may or may not have been sent: see /admin/mail');
      }
    }
    if (now >= sweepAt) {
      sweepAt = now + SWEEP_EVERY_MS;
      await sweepMails(context);
      await sweepMailFolder(context);
    }
    while (!ending && (await writeArticleAlerts(context))) await nextTurn();
    while (!ending && (await writeProductNews(context))) await nextTurn();
    while (!ending && (await writeNewsletterMails(context, leave))) await nextTurn();
    while (!ending && performance.now() >= restUntil) {
      const delivered = await deliverNext(context, courier);
      if (!delivered) break;
      note(log, delivered);
      const { delivery } = delivered;
      if (delivery.end === 'later' && delivery.trouble === 'server') {
        restUntil = performance.now() + rest;
        rest = Math.min(rest * 2, LONGEST_REST_MS);
      } else rest = FIRST_REST_MS;
    }
    courier.mailer.rest();
  };
  const turns = startTurns(LOOK_EVERY_MS, look, (error) =>
    log.error({ err: error }, 'the outbox of mails could not be worked on'),
  );

  return async () => {
    ending = true;
    const patience = setTimeout(() => courier.mailer.cutOff(), FAREWELL_MS);
    await turns.end();
    clearTimeout(patience);
  };
}

/** The code of a mail server's answer, such as `550 5.1.1`; its words may hold an address. */
const codeOf = (answer: string) => /(?:^|: )(\d{3}(?:[ -]\d\.\d+\.\d+)?)/.exec(answer)?.[1];

function note(log: Log, { mail, delivery }: Delivered): void {
  const { end, answer } = delivery;
  const facts = {
    mail: mail.publicId,
    kind: mail.kind,
    attempt: mail.attempts,
    code: codeOf(answer),
  };
  if (end === 'sent') log.info(facts, 'a mail was sent');
  else if (end === 'skipped') log.info(facts, 'a mail was not needed any more');
  else if (end === 'later') log.warn(facts, 'a mail could not be sent yet');
  else log.error(facts, `a mail was not sent, or nobody knows (${end}): see /admin/mail`);
}
