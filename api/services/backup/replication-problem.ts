import type { AppContext } from '../../context.ts';
import { reportProblem } from '../problems/report-problem.ts';

/** Emails the admins that replication has stopped. */
export async function reportReplicationProblem(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  reason: string,
): Promise<void> {
  await context.database.write((transaction) =>
    reportProblem(context, transaction, 'replication', {
      subject: 'Changes are not replicated',
      title: 'The replica of your database is out of date',
      paragraphs: [
        'Litestream has not copied changes of the database for minutes. If this machine is lost now, they are lost too. The last reason:',
      ],
      quote: reason,
      page: { label: 'See the backups', path: '/admin/jobs' },
    }),
  );
}
