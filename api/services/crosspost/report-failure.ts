import { targetNames } from '#contracts/cross-post.ts';
import type { Queryable } from '../../db/client.ts';
import { findCrossPostById } from '../../db/repositories/cross-posts.ts';
import { reportProblem } from '../problems/report-problem.ts';
import type { CrossPostContext } from './context.ts';

/**
 * Emails the admins if a cross-post failed, or needs a decision; call it in the transaction of the
 * outcome.
 */
export function reportCrossPostFailure(
  context: Pick<CrossPostContext, 'config' | 'database' | 'clock'>,
  transaction: Queryable,
  id: number,
): void {
  const row = findCrossPostById(transaction, id);
  if (!row) return;
  const { state, nextAt, target, reason } = row;
  if (state !== 'failed' && !(state === 'unknown' && nextAt === null)) return;
  const name = targetNames[target];
  reportProblem(context, transaction, 'cross-post', {
    subject: `An article was not posted to ${name}`,
    title:
      state === 'failed'
        ? `An article could not be posted to ${name}`
        : `It is unknown whether an article was posted to ${name}`,
    paragraphs: ['See the log on the page below, where you can retry it. The reason:'],
    quote: reason ?? `${name} gave no reason.`,
    page: { label: 'See the cross-posts', path: '/admin/connections' },
  });
}
