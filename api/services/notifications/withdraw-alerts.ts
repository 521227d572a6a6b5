import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import {
  deleteAlert,
  findTakenBack,
  startAlert,
  updateAlert,
} from '../../db/repositories/article-alerts.ts';
import { wasMailedAbout } from '../../db/repositories/mails.ts';
import { listToldAbout, withdrawNotification } from '../../db/repositories/notifications.ts';
import { writeNextBatch } from '../../queue/fan-out.ts';

import { publishUnreadCount } from './notify.ts';
import { articleSubjectKey } from './subject-keys.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;
type TakenBack = NonNullable<ReturnType<typeof findTakenBack>>;

/** True if an article was published again before any of its notifications were withdrawn. */
const isUntouched = ({ state, removed }: TakenBack) => state === 'live' && removed === 0;

/**
 * Withdraws the next unread notifications of an unpublished article. Once it is published again, it
 * notifies the members again whose notification was withdrawn, but not those who have read it or
 * received an email.
 * @returns false if there is no article to withdraw
 */
export function withdrawAlerts(context: Context): Promise<boolean> {
  const { database, clock } = context;
  return writeNextBatch(database, {
    batch: 50,
    findMessage: findTakenBack,
    listRecipients: (transaction, article, limit) =>
      isUntouched(article)
        ? []
        : listToldAbout(transaction, {
            about: articleSubjectKey(article.articleId),
            after: article.removed,
            limit,
          }),
    write: (transaction, { articleId }, notification) =>
      withdraw(transaction, context, articleSubjectKey(articleId), notification),
    storeProgress(transaction, article, { last, isDone }) {
      const { articleId, state } = article;
      if (isUntouched(article)) {
        updateAlert(transaction, articleId, { takenBackAt: null });
      } else if (last && !isDone) {
        updateAlert(transaction, articleId, { removed: last.id });
      } else {
        deleteAlert(transaction, articleId);
        if (state === 'live') startAlert(database, articleId, clock());
      }
    },
  });
}

function withdraw(
  transaction: Queryable,
  context: Context,
  about: string,
  notification: ReturnType<typeof listToldAbout>[number],
): void {
  if (notification.readAt !== null) return;
  const wasMailed = wasMailedAbout(transaction, about, notification.email);
  withdrawNotification(transaction, notification.id, wasMailed);
  if (!notification.inSite) return;
  publishUnreadCount(transaction, context, {
    id: notification.userId,
    publicId: notification.userPublicId,
  });
}
