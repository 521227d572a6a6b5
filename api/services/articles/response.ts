import type { ArticleResponse } from '#contracts/article.ts';
import { storedSources } from '#contracts/picture.ts';
import { readTimeLabel } from '#contracts/reading-time.ts';
import type { ArticleRecord, ArticleSummary } from '../../db/repositories/articles.ts';

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** An article in the words of the documentation. What is being planned with it is for admins. */
export function toArticleResponse(
  article: ArticleSummary | ArticleRecord,
  { admin }: { admin: boolean },
): ArticleResponse {
  return {
    _id: article.publicId,
    article_id: article.publicId,
    id: article.authorPublicId,
    author: {
      _id: article.authorPublicId,
      name: article.authorName,
      avatar: article.authorAvatar,
    },
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    ...('markdown' in article && {
      markdown: article.markdown,
      content: article.html,
      toc: article.toc,
    }),
    language: article.language,
    category: article.categories,
    categories: article.categories,
    tags: article.tags,
    series: article.series,
    slug: article.slug,
    images: imagesOf(article),
    imageAlt: article.imageAlt,
    linkedin: article.linkedin === 1,
    dev: article.dev === 1,
    medium: article.medium === 1,
    linkedinContent: admin ? article.linkedinContent : '',
    draft: article.draft === 1,
    archive: article.archived === 1,
    archived: article.archived === 1,
    scheduled: article.state === 'scheduled',
    scheduledDate: iso(article.scheduledAt),
    scheduledZone: article.scheduledAt === null ? null : article.scheduleZone,
    state: article.state,
    comments: [],
    commentCount: article.commentCount,
    likes: article.likes,
    views: article.views,
    words: article.words,
    readTime: readTimeLabel(article.words),
    version: article.version,
    publishedAt: iso(article.publishedAt),
    deletedAt: iso(article.deletedAt),
    createdAt: new Date(article.createdAt).toISOString(),
    updatedAt: new Date(article.updatedAt).toISOString(),
  };
}

function imagesOf({ mediaFile, mediaPublicId, mediaVariants }: ArticleSummary) {
  if (mediaFile === null) return null;
  const url = `/media/${mediaFile}`;
  const sources = storedSources(mediaFile, mediaVariants);
  const preview = mediaVariants?.preview ?? null;
  return { url, secure_url: url, public_id: mediaPublicId ?? '', sources, preview };
}
