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
import { aboutArticle } from './about.ts';
import { announceUnread } from './notify.ts';

/** Notifications looked at in one transaction, so that none holds up the others for long. */
const BATCH = 50;

type Context = Pick<AppContext, 'database' | 'clock'>;

/**
 * Takes back, of an article that nobody can read any more, the next notifications that nobody has
 * read. Whoever had only them hears of the article anew when it is published again; whoever has read
 * one, or got a mail, does not.
 * @returns whether there may be more to take back
 */
export async function takeBackAlerts(context: Context): Promise<boolean> {
  const { database } = context;
  if (!findTakenBack(database.query)) return false;
  return database.write((transaction) => {
    const article = findTakenBack(transaction);
    if (!article) return false;
    const { articleId, removed } = article;
    const isBack = article.state === 'live';
    if (isBack && removed === 0) {
      // Published again before anything of it went.
      updateAlert(transaction, articleId, { takenBackAt: null });
      return true;
    }
    const about = aboutArticle(articleId);
    const told = listToldAbout(transaction, { about, after: removed, limit: BATCH });
    for (const one of told) withdraw(transaction, context, about, one);
    const last = told.at(-1);
    if (last && told.length === BATCH) {
      updateAlert(transaction, articleId, { removed: last.id });
      return true;
    }
    deleteAlert(transaction, articleId);
    if (isBack) startAlert(database, articleId, context.clock());
    return true;
  });
}

function withdraw(
  transaction: Queryable,
  context: Context,
  about: string,
  told: ReturnType<typeof listToldAbout>[number],
): void {
  if (told.readAt !== null) return;
  withdrawNotification(transaction, told.id, wasMailedAbout(transaction, about, told.email));
  if (!told.inSite) return;
  announceUnread(transaction, context, { id: told.userId, publicId: told.userPublicId });
}
