import type { Letter } from '#contracts/mail.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import {
  deleteWish,
  findUnwrittenNewsletter,
  insertNewsletter,
  listNextReceivers,
  type NewsletterWithArticle,
  updateNewsletter,
} from '../../db/repositories/newsletters.ts';
import { createPublicId } from '../articles/public-id.ts';
import { unsubscribe } from '../subscribers/letters.ts';
import type { LeaveTokens } from '../subscribers/link.ts';
import { enqueueMail } from './queue.ts';

/** Mails written in one transaction, so that none holds up the others for long. */
const BATCH = 100;

type NewsletterContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Notes that an article shall go to the subscribers once it is live, or shall not. */
export function wishNewsletter(
  transaction: Queryable,
  { articleId, wanted, now }: { articleId: number; wanted: boolean; now: number },
): void {
  if (!wanted) deleteWish(transaction, articleId);
  else insertNewsletter(transaction, { publicId: createPublicId(), articleId, wishedAt: now });
}

/**
 * Writes the next mails of a newsletter into the outbox, together with how far it got: whoever goes
 * on after a kill leaves nobody out and writes to nobody twice.
 * @returns whether there may be more to write
 */
export async function writeNewsletterMails(
  context: NewsletterContext,
  leave: LeaveTokens,
): Promise<boolean> {
  const { database, clock } = context;
  if (!findUnwrittenNewsletter(database.query)) return false;
  return database.write((transaction) => {
    const found = findUnwrittenNewsletter(transaction);
    if (!found) return false;
    const { newsletter, article } = found;
    // Taken back before its mails were written: there is nothing left to read.
    const readable = article.state === 'live' || article.state === 'archived';
    const receivers = readable ? listNextReceivers(transaction, newsletter, BATCH) : [];
    for (const { publicId, email } of receivers) {
      enqueueMail(transaction, context, {
        kind: 'newsletter',
        to: email,
        letter: letterAbout(article, context.config.siteUrl, leave.make(publicId)),
        newsletter: { id: newsletter.id, subscriber: publicId },
      });
    }
    const last = receivers.at(-1);
    updateNewsletter(
      transaction,
      newsletter.id,
      last && receivers.length === BATCH
        ? { reached: last.id }
        : { reached: last?.id ?? newsletter.reached, writtenAt: clock() },
    );
    return true;
  });
}

function letterAbout(
  { title, subtitle, description, slug }: NewsletterWithArticle['article'],
  siteUrl: string,
  leaveToken: string,
): Letter {
  return {
    subject: title,
    title,
    paragraphs: [subtitle, description].filter((text) => text.trim() !== ''),
    button: { label: 'Read the article', href: `${siteUrl}/blog/${encodeURIComponent(slug)}` },
    reason: `You get this mail because you subscribed at ${siteUrl}.`,
    unsubscribe: unsubscribe({ siteUrl, leaveToken }),
  };
}
