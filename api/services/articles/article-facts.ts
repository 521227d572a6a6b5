import { createHash } from 'node:crypto';
import { toTagSlug } from '#contracts/article.ts';
import type { ArticleFacts } from '#contracts/job.ts';
import type { Database } from '../../db/client.ts';
import { type ArticleSummary, listFormerSlugs } from '../../db/hot/articles.ts';

/** Returns the properties of an article that the publisher compares before and after a change. */
export function getArticleFacts(database: Database, article: ArticleSummary): ArticleFacts {
  return {
    id: article.id,
    publicId: article.publicId,
    slug: article.slug,
    formerSlugs: listFormerSlugs(database, article.id),
    state: article.state,
    publishedAt: article.publishedAt,
    tags: article.tags,
    categories: [...new Set(article.categories.map(toTagSlug))].filter((slug) => slug !== ''),
    seriesSlug: article.seriesSlug,
    card: fingerprintCard(article),
  };
}

function fingerprintCard(article: ArticleSummary): string {
  const shown = [
    article.title,
    article.subtitle,
    article.description,
    article.words,
    article.language,
    article.tags,
    article.categories,
    article.series,
    article.mediaFile,
    article.imageAlt,
    article.authorName,
    article.authorAvatar,
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
}
