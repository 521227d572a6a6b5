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
import { writeNextBatch } from '../../queue/fan-out.ts';
import { createPublicId } from '../articles/public-id.ts';
import { unsubscribe } from '../subscribers/letters.ts';
import type { UnsubscribeTokens } from '../subscribers/tokens.ts';
import { enqueueMail } from './queue.ts';

type NewsletterContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Stores or withdraws the request to send an article to the subscribers once it is live. */
export function requestNewsletter(
  transaction: Queryable,
  { articleId, wanted, now }: { articleId: number; wanted: boolean; now: number },
): void {
  if (!wanted) deleteWish(transaction, articleId);
  else insertNewsletter(transaction, { publicId: createPublicId(), articleId, wishedAt: now });
}

/**
 * Writes the next emails of a newsletter into the queue.
 * @returns false if there is no newsletter to write
 */
export function writeNewsletterMails(
  context: NewsletterContext,
  leave: UnsubscribeTokens,
): Promise<boolean> {
  const { config, clock, database } = context;
  return writeNextBatch(database, {
    batch: 100,
    findMessage: findUnwrittenNewsletter,
    listRecipients(transaction, { newsletter, article }, limit) {
      // An article that was unpublished meanwhile has no recipients.
      const isReadable = article.state === 'live' || article.state === 'archived';
      return isReadable ? listNextReceivers(transaction, newsletter, limit) : [];
    },
    write: (transaction, { newsletter, article }, { publicId, email }) =>
      void enqueueMail(transaction, context, {
        kind: 'newsletter',
        to: email,
        letter: newsletterEmail(article, config.siteUrl, leave.make(publicId)),
        newsletter: { id: newsletter.id, subscriber: publicId },
      }),
    storeProgress: (transaction, { newsletter }, { last, isDone }) =>
      updateNewsletter(transaction, newsletter.id, {
        reached: last?.id ?? newsletter.reached,
        writtenAt: isDone ? clock() : null,
      }),
  });
}

function newsletterEmail(
  { title, subtitle, description, slug }: NewsletterWithArticle['article'],
  siteUrl: string,
  leaveToken: string,
): Letter {
  return {
    subject: title,
    title,
    paragraphs: [subtitle, description].filter((text) => text.trim() !== ''),
    button: { label: 'Read the article', href: `${siteUrl}/blog/${encodeURIComponent(slug)}` },
    reason: `You are receiving this email because you subscribed at ${siteUrl}.`,
    unsubscribe: unsubscribe({ siteUrl, leaveToken }),
  };
}
