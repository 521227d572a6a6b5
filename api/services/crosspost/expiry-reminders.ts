import { targetNames } from '#contracts/cross-post.ts';
import type { Queryable } from '../../db/client.ts';
import {
  listAdminIds,
  listEndingConnections,
  setReminded,
} from '../../db/repositories/connections.ts';
import { notify } from '../notifications/notify.ts';
import { reportProblem } from '../problems/report-problem.ts';
import type { CrossPostContext } from './context.ts';

/** Time before the expiry of a connection at which admins are notified, in milliseconds. */
const REMINDER_WINDOW_MS = 7 * 86_400_000;

/**
 * Notifies admins once of each connection that expires within a week. @returns the number of
 * connections
 */
export async function sendExpiryReminders(
  context: Pick<CrossPostContext, 'config' | 'database' | 'clock'>,
): Promise<number> {
  const { database, clock } = context;
  if (listEndingConnections(database.query, clock() + REMINDER_WINDOW_MS).length === 0) return 0;
  return database.write((transaction) => {
    const now = clock();
    const ending = listEndingConnections(transaction, now + REMINDER_WINDOW_MS);
    const titles: string[] = [];
    for (const { target, expiresAt } of ending) {
      const over = (expiresAt ?? 0) <= now;
      const day = new Date(expiresAt ?? 0).toISOString().slice(0, 10);
      const title = over
        ? `Your ${targetNames[target]} connection has expired: please reconnect`
        : `Your ${targetNames[target]} connection expires on ${day}: please renew it`;
      titles.push(title);
      for (const userId of listAdminIds(transaction)) {
        notify(transaction, context, {
          userId,
          kind: 'security',
          title,
          path: '/admin/connections',
          about: `connection:${target}:${expiresAt}`,
        });
      }
      setReminded(transaction, target, now);
    }
    reportConnections(context, transaction, titles);
    return ending.length;
  });
}

function reportConnections(
  context: Parameters<typeof sendExpiryReminders>[0],
  transaction: Queryable,
  titles: string[],
): void {
  if (titles.length === 0) return;
  reportProblem(context, transaction, 'connection', {
    subject: 'A connection to another service expires',
    title: 'Articles can soon not be posted elsewhere',
    paragraphs: titles.map((title) => `${title}.`),
    page: { label: 'See the connections', path: '/admin/connections' },
  });
}
