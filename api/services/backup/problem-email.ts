import type { Letter } from '#contracts/mail.ts';
import { dayAt } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { hasMailAbout } from '../../db/repositories/backup-runs.ts';
import { listAdminEmails } from '../../db/repositories/contact-messages.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { enqueueMail } from '../mail/queue.ts';

/** Emails all admins about a problem, once per day of the owner; call it in a transaction. */
export function emailAdminsOnceADay(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  transaction: Queryable,
  problem: 'backup-failed' | 'replication-failed',
  letter: Letter,
): void {
  const day = dayAt(context.clock(), settingOf(context.database, 'timezone'));
  const about = `${problem}:${day}`;
  if (hasMailAbout(transaction, about)) return;
  for (const to of listAdminEmails(transaction)) {
    enqueueMail(transaction, context, { kind: 'problem', to, letter, about });
  }
}
