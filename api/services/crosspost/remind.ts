import { targetNames } from '#contracts/cross-post.ts';
import {
  listAdminIds,
  listEndingConnections,
  setReminded,
} from '../../db/repositories/connections.ts';
import { notify } from '../notifications/notify.ts';
import type { CrossPostContext } from './context.ts';

/** Milliseconds before its end at which the admins are told of it. */
const REMIND_MS = 7 * 86_400_000;

/** Tells the admins, once, of each connection that ends within a week. @returns of how many */
export async function remindOfConnections(
  context: Pick<CrossPostContext, 'config' | 'database' | 'clock'>,
): Promise<number> {
  const { database, clock } = context;
  if (listEndingConnections(database.query, clock() + REMIND_MS).length === 0) return 0;
  return database.write((transaction) => {
    const now = clock();
    const ending = listEndingConnections(transaction, now + REMIND_MS);
    for (const { target, expiresAt } of ending) {
      const over = (expiresAt ?? 0) <= now;
      const day = new Date(expiresAt ?? 0).toISOString().slice(0, 10);
      for (const userId of listAdminIds(transaction)) {
        notify(transaction, context, {
          userId,
          kind: 'security',
          title: over
            ? `The connection to ${targetNames[target]} has ended: connect it again`
            : `The connection to ${targetNames[target]} ends on ${day}: renew it in time`,
          path: '/admin/connections',
          about: `connection:${target}:${expiresAt}`,
        });
      }
      setReminded(transaction, target, now);
    }
    return ending.length;
  });
}
