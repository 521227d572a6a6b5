import { readTimeLabel } from '#contracts/article.ts';
import type { ArticleCard } from '#contracts/page.ts';
import type { Picture } from '#contracts/picture.ts';
import type { ArticleSummary } from '../../db/hot/articles.ts';
import { toPicture } from './picture.ts';

/** Returns the card of an article for lists. */
export function toCard(article: ArticleSummary): ArticleCard {
  return {
    id: article.publicId,
    slug: article.slug,
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    language: article.language,
    publishedAt: new Date(article.publishedAt ?? article.createdAt).toISOString(),
    updatedAt: new Date(article.updatedAt).toISOString(),
    readTime: readTimeLabel(article.words),
    tags: article.tags,
    categories: article.categories,
    series:
      article.series !== null && article.seriesSlug !== null
        ? { name: article.series, slug: article.seriesSlug }
        : null,
    cover: coverOf(article),
    author: { name: article.authorName, avatar: article.authorAvatar },
  };
}

function coverOf(article: ArticleSummary): Picture | null {
  if (article.mediaFile === null || article.mediaWidth === null || article.mediaHeight === null) {
    return null;
  }
  const stored = {
    fileName: article.mediaFile,
    width: article.mediaWidth,
    height: article.mediaHeight,
    variants: article.mediaVariants,
  };
  return toPicture(stored, article.imageAlt);
}
