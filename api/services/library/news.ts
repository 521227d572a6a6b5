import { LIBRARY_PATH } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import { listOwnersAfter } from '../../db/repositories/library.ts';
import { findUnwrittenNews, updateProductNews } from '../../db/repositories/product-news.ts';
import { notify } from '../notifications/notify.ts';

/** Members told in one transaction, so that none holds up the others for long. */
const BATCH = 50;

/**
 * Tells the next buyers of a new version, together with how far it got: whoever goes on after a kill
 * leaves nobody out and tells nobody twice.
 * @returns whether there may be more to tell
 */
export async function writeProductNews(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
): Promise<boolean> {
  const { database, clock } = context;
  if (!findUnwrittenNews(database)) return false;
  return database.write((transaction) => {
    const news = findUnwrittenNews(database);
    if (!news) return false;
    const { productId, reached: after, title, publicId } = news;
    const owners = listOwnersAfter(database, { productId, after, limit: BATCH });
    for (const userId of owners) {
      notify(transaction, context, {
        userId,
        kind: 'purchase',
        title: `A new version of “${title}”`,
        excerpt: news.text,
        path: `${LIBRARY_PATH}#product-${publicId}`,
        about: `news:${news.id}`,
      });
    }
    const more = owners.length === BATCH;
    const reached = owners.at(-1) ?? after;
    updateProductNews(database, news.id, { reached, writtenAt: more ? null : clock() });
    return true;
  });
}
