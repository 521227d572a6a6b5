import { LIBRARY_PATH } from '#contracts/shop-messages.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { hasEmailAboutSubject } from '../../db/repositories/emails.ts';
import { listOwnersAfter } from '../../db/repositories/library.ts';
import {
  deleteAlert,
  findAlertToWithdraw,
  findUnwrittenAlert,
  listNextToAlert,
  listNotificationsBySubject,
  startAlert,
  updateAlert,
  withdrawNotification,
} from '../../db/repositories/notifications.ts';
import {
  findPendingUpdateNotification,
  saveUpdateNotification,
} from '../../db/repositories/products.ts';
import { writeNextBatch } from '../../queue/fan-out.ts';
import { articleSubjectKey, notify, publishUnreadCount } from './notify.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

type AlertToWithdraw = NonNullable<ReturnType<typeof findAlertToWithdraw>>;

/** True if an article was published again before any of its notifications were withdrawn. */
const isUntouched = ({ state, removed }: AlertToWithdraw) => state === 'live' && removed === 0;

/** Notifies the next members of a new article. @returns false if there is no article to notify of */
export function sendArticleAlerts(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
): Promise<boolean> {
  return writeNextBatch(context.database, {
    batch: 50,
    findMessage: findUnwrittenAlert,
    listRecipients: (transaction, { state, lastRecipientId }, limit) =>
      // An article that was unpublished meanwhile has no recipients.
      state === 'live' ? listNextToAlert(transaction, lastRecipientId, limit) : [],
    write(transaction, article, userId) {
      if (userId === article.authorId) return;
      notify(transaction, context, {
        userId,
        kind: 'article',
        title: `New article: ${article.title}`,
        excerpt: article.subtitle || article.description,
        path: `/blog/${encodeURIComponent(article.slug)}`,
        subjectKey: articleSubjectKey(article.articleId),
      });
    },
    storeProgress: (transaction, { articleId, lastRecipientId }, { last, isDone }) =>
      updateAlert(transaction, articleId, {
        lastRecipientId: last ?? lastRecipientId,
        writtenAt: isDone ? context.clock() : null,
      }),
  });
}

/**
 * Withdraws the next unread notifications of an unpublished article. Once it is published again, it notifies the
 * members again whose notification was withdrawn, but not those who have read it or received an email.
 * @returns false if there is no article to withdraw
 */
export function withdrawAlerts(context: Context): Promise<boolean> {
  const { database, clock } = context;
  return writeNextBatch(database, {
    batch: 50,
    findMessage: findAlertToWithdraw,
    listRecipients: (transaction, article, limit) =>
      isUntouched(article)
        ? []
        : listNotificationsBySubject(transaction, {
            subjectKey: articleSubjectKey(article.articleId),
            after: article.removed,
            limit,
          }),
    write: (transaction, { articleId }, notification) =>
      withdraw(transaction, context, articleSubjectKey(articleId), notification),
    storeProgress(transaction, article, { last, isDone }) {
      const { articleId, state } = article;
      if (isUntouched(article)) {
        updateAlert(transaction, articleId, { unpublishedAt: null });
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
  subjectKey: string,
  notification: ReturnType<typeof listNotificationsBySubject>[number],
): void {
  if (notification.readAt !== null) return;
  const wasEmailed = hasEmailAboutSubject(transaction, subjectKey, notification.email);
  withdrawNotification(transaction, notification.id, wasEmailed);
  if (!notification.inSite) return;
  publishUnreadCount(transaction, context, {
    id: notification.userId,
    publicId: notification.userPublicId,
  });
}

/** Notifies the next buyers of a new version. @returns false if there is no version to notify of */
export function notifyBuyers(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
): Promise<boolean> {
  const { database, clock } = context;
  return writeNextBatch(database, {
    batch: 50,
    findMessage: () => findPendingUpdateNotification(database),
    listRecipients: (_transaction, { productId, lastRecipientId }, limit) =>
      listOwnersAfter(database, { productId, after: lastRecipientId, limit }),
    write: (transaction, { id, text, title, publicId }, userId) =>
      notify(transaction, context, {
        userId,
        kind: 'purchase',
        title: `A new version of “${title}”`,
        excerpt: text,
        path: `${LIBRARY_PATH}#product-${publicId}`,
        subjectKey: `update:${id}`,
      }),
    storeProgress: (_transaction, { id, lastRecipientId }, { last, isDone }) =>
      saveUpdateNotification(database, id, {
        lastRecipientId: last ?? lastRecipientId,
        writtenAt: isDone ? clock() : null,
      }),
  });
}
