import type { AppContext } from '../../context.ts';
import {
  findUnwrittenAlert,
  listNextToAlert,
  updateAlert,
} from '../../db/repositories/article-alerts.ts';
import { writeNextBatch } from '../../queue/fan-out.ts';

import { notify } from './notify.ts';
import { articleSubjectKey } from './subject-keys.ts';

/**
 * Notifies the next members of a new article.
 * @returns false if there is no article to notify of
 */
export function sendArticleAlerts(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
): Promise<boolean> {
  return writeNextBatch(context.database, {
    batch: 50,
    findMessage: findUnwrittenAlert,
    listRecipients: (transaction, { state, reached }, limit) =>
      // An article that was unpublished meanwhile has no recipients.
      state === 'live' ? listNextToAlert(transaction, reached, limit) : [],
    write(transaction, article, userId) {
      if (userId === article.authorId) return;
      notify(transaction, context, {
        userId,
        kind: 'article',
        title: `New article: ${article.title}`,
        excerpt: article.subtitle || article.description,
        path: `/blog/${encodeURIComponent(article.slug)}`,
        about: articleSubjectKey(article.articleId),
      });
    },
    storeProgress: (transaction, { articleId, reached }, { last, isDone }) =>
      updateAlert(transaction, articleId, {
        reached: last ?? reached,
        writtenAt: isDone ? context.clock() : null,
      }),
  });
}
