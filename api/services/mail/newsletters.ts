import type {
  ArticleNewsletter,
  EmailContent,
  NewsletterCounts,
  NewsletterResponse,
} from '#contracts/mail.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { findArticleByPublicId } from '../../db/hot/articles.ts';
import { isReadableArticle } from '../../db/hot/published-articles.ts';
import {
  cancelNewsletterEmails,
  countNewsletterEmails,
  countSubscribers,
  deleteNewsletterRequest,
  findNewsletter,
  findUnwrittenNewsletter,
  insertNewsletter,
  listNewsletters,
  listNextReceivers,
  type NewsletterWithArticle,
  updateNewsletter,
} from '../../db/repositories/newsletter.ts';
import { DomainError } from '../../errors.ts';
import { writeNextBatch } from '../../queue/fan-out.ts';
import { createPublicId } from '../identifiers.ts';
import { type UnsubscribeTokens, unsubscribe } from '../subscribers/subscribers.ts';
import { enqueueEmail } from './email-queue.ts';

/** Newsletters that the admin is shown. */
const SHOWN = 20;

type NewsletterAdminContext = Pick<AppContext, 'database' | 'clock'>;

const countedAs = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  failed: 'failed',
  unknown: 'failed',
  cancelled: 'skipped',
} as const;

type NewsletterContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Stores or withdraws the request to send an article to the subscribers once it is live. */
export function requestNewsletter(
  transaction: Queryable,
  { articleId, wanted, now }: { articleId: number; wanted: boolean; now: number },
): void {
  if (!wanted) deleteNewsletterRequest(transaction, articleId);
  else insertNewsletter(transaction, { publicId: createPublicId(), articleId, requestedAt: now });
}

/** Writes the next emails of a newsletter into the queue. @returns false if there is no newsletter to write */
export function writeNewsletterEmails(
  context: NewsletterContext,
  unsubscribeTokens: UnsubscribeTokens,
): Promise<boolean> {
  const { config, clock, database } = context;
  return writeNextBatch(database, {
    batch: 100,
    findMessage: findUnwrittenNewsletter,
    listRecipients(transaction, { newsletter, article }, limit) {
      // An article that was unpublished meanwhile has no recipients.
      return isReadableArticle(article) ? listNextReceivers(transaction, newsletter, limit) : [];
    },
    write: (transaction, { newsletter, article }, { publicId, email }) =>
      void enqueueEmail(transaction, context, {
        kind: 'newsletter',
        to: email,
        content: newsletterEmail(article, config.siteUrl, unsubscribeTokens.make(publicId)),
        newsletter: { id: newsletter.id, subscriber: publicId },
      }),
    storeProgress: (transaction, { newsletter }, { last, isDone }) =>
      updateNewsletter(transaction, newsletter.id, {
        lastRecipientId: last?.id ?? newsletter.lastRecipientId,
        writtenAt: isDone ? clock() : null,
      }),
  });
}

function newsletterEmail(
  { title, subtitle, description, slug }: NewsletterWithArticle['article'],
  siteUrl: string,
  unsubscribeToken: string,
): EmailContent {
  return {
    subject: title,
    title,
    paragraphs: [subtitle, description].filter((text) => text.trim() !== ''),
    button: { label: 'Read the article', href: `${siteUrl}/blog/${encodeURIComponent(slug)}` },
    reason: `You are receiving this email because you subscribed at ${siteUrl}.`,
    unsubscribe: unsubscribe({ siteUrl, unsubscribeToken }),
  };
}

/** Returns the newest newsletters with their progress. */
export function readNewsletters({ database }: Pick<NewsletterAdminContext, 'database'>) {
  const { query } = database;
  return {
    newsletters: listNewsletters(query, SHOWN).map((found) => toNewsletterResponse(query, found)),
    subscribers: countSubscribers(query, 'confirmed'),
  };
}

/** Returns the newsletter of an article, if any, and the number of its recipients. */
export function readArticleNewsletter(
  { database }: Pick<NewsletterAdminContext, 'database'>,
  articleId: string,
): ArticleNewsletter {
  const article = findArticleByPublicId(database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  const found = findNewsletter(database.query, { articleId: article.id });
  return {
    newsletter: found ? toNewsletterResponse(database.query, found) : null,
    subscribers: countSubscribers(database.query, 'confirmed'),
  };
}

/** Sends nothing more of a newsletter that has started. @throws DomainError NOT_FOUND, STATE_CONFLICT */
export async function cancelNewsletter(
  { database, clock }: NewsletterAdminContext,
  id: string,
): Promise<NewsletterResponse> {
  return database.write((transaction) => {
    const found = findNewsletter(transaction, { publicId: id });
    if (!found) throw new DomainError('NOT_FOUND');
    const { newsletter } = found;
    if (newsletter.startedAt === null) throw new DomainError('STATE_CONFLICT');
    const now = clock();
    if (newsletter.writtenAt === null) {
      updateNewsletter(transaction, newsletter.id, { writtenAt: now });
    }
    cancelNewsletterEmails(transaction, newsletter.id, now);
    const after = { ...newsletter, writtenAt: newsletter.writtenAt ?? now };
    return toNewsletterResponse(transaction, { ...found, newsletter: after });
  });
}

function toNewsletterResponse(
  query: Queryable,
  { newsletter, article }: NewsletterWithArticle,
): NewsletterResponse {
  const counts = countsOf(query, newsletter.id);
  const { startedAt, writtenAt } = newsletter;
  const ended = writtenAt !== null && counts.waiting === 0;
  return {
    _id: newsletter.publicId,
    article: { _id: article.publicId, title: article.title },
    state: startedAt === null ? 'requested' : ended ? 'done' : 'sending',
    startedAt: iso(startedAt),
    counts,
  };
}

function countsOf(query: Queryable, id: number): NewsletterCounts {
  const counts = { recipients: 0, sent: 0, waiting: 0, failed: 0, skipped: 0 };
  for (const { state, found } of countNewsletterEmails(query, id)) {
    counts[countedAs[state]] += found;
    counts.recipients += found;
  }
  return counts;
}
