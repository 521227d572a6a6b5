import type {
  ArticleNewsletter,
  NewsletterCounts,
  NewsletterResponse,
} from '#contracts/newsletter.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { findArticleByPublicId } from '../../db/hot/articles.ts';
import {
  cancelNewsletterMails,
  countNewsletterMails,
  findNewsletter,
  listNewsletters,
  type NewsletterWithArticle,
  updateNewsletter,
} from '../../db/repositories/newsletters.ts';
import { countSubscribers } from '../../db/repositories/subscribers.ts';
import { DomainError } from '../../errors.ts';

/** Newsletters that the admin is shown. */
const SHOWN = 20;

type NewsletterContext = Pick<AppContext, 'database' | 'clock'>;

/** Returns the newest newsletters with their progress. */
export function readNewsletters({ database }: Pick<NewsletterContext, 'database'>) {
  const { query } = database;
  return {
    newsletters: listNewsletters(query, SHOWN).map((found) => toResponse(query, found)),
    subscribers: countSubscribers(query, 'confirmed'),
  };
}

/** Returns the newsletter of an article, if any, and the number of its recipients. */
export function readArticleNewsletter(
  { database }: Pick<NewsletterContext, 'database'>,
  articleId: string,
): ArticleNewsletter {
  const article = findArticleByPublicId(database, articleId);
  if (!article) throw new DomainError('NOT_FOUND');
  const found = findNewsletter(database.query, { articleId: article.id });
  return {
    newsletter: found ? toResponse(database.query, found) : null,
    subscribers: countSubscribers(database.query, 'confirmed'),
  };
}

/**
 * Sends nothing more of a newsletter that has started.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT
 */
export async function stopNewsletter(
  { database, clock }: NewsletterContext,
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
    cancelNewsletterMails(transaction, newsletter.id, now);
    const after = { ...newsletter, writtenAt: newsletter.writtenAt ?? now };
    return toResponse(transaction, { ...found, newsletter: after });
  });
}

function toResponse(
  query: Queryable,
  { newsletter, article }: NewsletterWithArticle,
): NewsletterResponse {
  const counts = countsOf(query, newsletter.id);
  const { startedAt, writtenAt } = newsletter;
  const ended = writtenAt !== null && counts.waiting === 0;
  return {
    _id: newsletter.publicId,
    article: { _id: article.publicId, title: article.title },
    state: startedAt === null ? 'wished' : ended ? 'done' : 'sending',
    startedAt: startedAt === null ? null : new Date(startedAt).toISOString(),
    counts,
  };
}

const countedAs = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  failed: 'trouble',
  unknown: 'trouble',
  cancelled: 'skipped',
} as const;

function countsOf(query: Queryable, id: number): NewsletterCounts {
  const counts = { recipients: 0, sent: 0, waiting: 0, trouble: 0, skipped: 0 };
  for (const { state, found } of countNewsletterMails(query, id)) {
    counts[countedAs[state]] += found;
    counts.recipients += found;
  }
  return counts;
}
