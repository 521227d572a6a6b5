import type { AppContext } from '../../context.ts';
import {
  findUnwrittenAlert,
  listNextToAlert,
  updateAlert,
} from '../../db/repositories/article-alerts.ts';
import { aboutArticle } from './about.ts';
import { notify } from './notify.ts';

/** Members told in one transaction, so that none holds up the others for long. */
const BATCH = 50;

/**
 * Tells the next members of an article that has gone live, together with how far it got: whoever
 * goes on after a kill leaves nobody out and tells nobody twice.
 * @returns whether there may be more to tell
 */
export async function writeArticleAlerts(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
): Promise<boolean> {
  const { database, clock } = context;
  if (!findUnwrittenAlert(database.query)) return false;
  return database.write((transaction) => {
    const article = findUnwrittenAlert(transaction);
    if (!article) return false;
    const { articleId, reached, authorId } = article;
    // Taken back before anybody was told: there is nothing to read.
    const readers = article.state === 'live' ? listNextToAlert(transaction, reached, BATCH) : [];
    for (const userId of readers) {
      if (userId === authorId) continue;
      notify(transaction, context, {
        userId,
        kind: 'article',
        title: `New article: ${article.title}`,
        excerpt: article.subtitle || article.description,
        path: `/blog/${encodeURIComponent(article.slug)}`,
        about: aboutArticle(articleId),
      });
    }
    const last = readers.at(-1);
    updateAlert(
      transaction,
      articleId,
      last !== undefined && readers.length === BATCH ? { reached: last } : { writtenAt: clock() },
    );
    return true;
  });
}
