import { LIBRARY_PATH } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import { listOwnersAfter } from '../../db/repositories/library.ts';
import { findPendingNews, updateProductNews } from '../../db/repositories/product-news.ts';
import { writeNextBatch } from '../../queue/fan-out.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Notifies the next buyers of a new version.
 * @returns false if there is no version to notify of
 */
export function notifyBuyers(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
): Promise<boolean> {
  const { database, clock } = context;
  return writeNextBatch(database, {
    batch: 50,
    findMessage: () => findPendingNews(database),
    listRecipients: (_transaction, { productId, reached }, limit) =>
      listOwnersAfter(database, { productId, after: reached, limit }),
    write: (transaction, { id, text, title, publicId }, userId) =>
      notify(transaction, context, {
        userId,
        kind: 'purchase',
        title: `A new version of “${title}”`,
        excerpt: text,
        path: `${LIBRARY_PATH}#product-${publicId}`,
        about: `news:${id}`,
      }),
    storeProgress: (_transaction, { id, reached }, { last, isDone }) =>
      updateProductNews(database, id, {
        reached: last ?? reached,
        writtenAt: isDone ? clock() : null,
      }),
  });
}
