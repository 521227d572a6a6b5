import { type CrossPostState, targetNames } from '#contracts/cross-post.ts';
import type { Queryable } from '../../db/client.ts';
import { findCrossPostById } from '../../db/repositories/cross-posts.ts';
import { reportProblem } from '../problems/report-problem.ts';
import type { CrossPostContext } from './context.ts';

/** Title of the email about a cross-post that no attempt follows. */
const titles: Partial<Record<CrossPostState, (service: string) => string>> = {
  failed: (service) => `An article could not be posted to ${service}`,
  unknown: (service) => `It is unknown whether an article was posted to ${service}`,
  planned: (service) => `An article waits: ${service} does not accept the connection`,
  sent: (service) => `The post of an article on ${service} is out of date`,
};

/**
 * Emails the admins if a cross-post or its update has failed, waits for a new connection, or needs a
 * decision; call it in the transaction of the outcome.
 */
export function reportCrossPostFailure(
  context: Pick<CrossPostContext, 'config' | 'database' | 'clock'>,
  transaction: Queryable,
  id: number,
): void {
  const row = findCrossPostById(transaction, id);
  // With a reason it was not successful, and with a time it is tried again.
  if (!row || row.reason === null || row.nextAt !== null) return;
  const service = targetNames[row.target];
  const title = titles[row.state]?.(service);
  if (title === undefined) return;
  reportProblem(context, transaction, 'cross-post', {
    subject: `A cross-post to ${service} needs attention`,
    title,
    paragraphs: ['The page below shows what you can do. The reason:'],
    quote: row.reason,
    page: { label: 'See the cross-posts', path: '/admin/connections' },
  });
}
