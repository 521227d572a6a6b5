import type { Letter } from '#contracts/mail.ts';
import type { AppContext } from '../../context.ts';
import { emailAdminsOnceADay } from './problem-email.ts';

/** Emails the admins, once per day, that changes are no longer copied to the replica. */
export async function reportReplicationProblem(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  reason: string,
): Promise<void> {
  const { database, config } = context;
  const letter: Letter = {
    subject: 'Changes are not replicated',
    title: 'The replica of your database is out of date',
    paragraphs: [
      'Litestream has not copied changes of the database for minutes. If this machine is lost now, they are lost too. The last reason:',
    ],
    quote: reason,
    button: { label: 'See the backups', href: `${config.siteUrl}/admin/jobs` },
    reason: 'You are receiving this email because you are an admin of the site.',
  };
  await database.write((transaction) =>
    emailAdminsOnceADay(context, transaction, 'replication-failed', letter),
  );
}
