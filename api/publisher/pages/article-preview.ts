import { readTimeLabel, type TocEntry } from '#contracts/article.ts';
import type { ArticleCard } from '#contracts/page.ts';
import type { Connection } from '../../db/connection.ts';
import { type ArticleRecord, findArticleByPublicId } from '../../db/hot/articles.ts';
import { readNeighbours, readSeries } from '../../db/hot/published-articles.ts';
import { htmlFile, type PageSource } from '../page-source.ts';
import { readPageComments } from './article.ts';
import { toPageImage } from './image.ts';

/** Article in the editor with its rendered text; it may differ from the stored one. */
export interface UnsavedArticle {
  /** Public id of the stored article; null for a new one. */
  publicId: string | null;
  title: string;
  subtitle: string;
  description: string;
  language: string;
  slug: string;
  tags: string[];
  categories: string[];
  series: { name: string; slug: string } | null;
  cover: Parameters<typeof toPageImage>[0] | null;
  imageAlt: string;
  author: { name: string; avatar: string | null };
  /** HTML with image variants, as on the published page. */
  html: string;
  toc: TocEntry[];
  words: number;
  /** Date of an unpublished article, in milliseconds UTC. */
  now: number;
  /** Expiry of the link through which it is shared, in milliseconds UTC. */
  sharedUntil?: number;
}

/**
 * Returns the source of the page of an unsaved article. It has no dependency tags, because it is shown
 * only to its author and to people with a draft link.
 */
export function articlePreview(database: Connection, unsaved: UnsavedArticle): PageSource {
  const stored = unsaved.publicId ? findArticleByPublicId(database, unsaved.publicId) : null;
  const path = `/blog/${unsaved.slug}`;
  const { series, sharedUntil } = unsaved;
  const { older, newer } =
    stored?.state === 'live' && stored.publishedAt !== null
      ? readNeighbours(database, { time: stored.publishedAt, id: stored.id })
      : { older: null, newer: null };
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: [],
    content: {
      page: {
        kind: 'article',
        article: {
          ...cardOf(unsaved, stored),
          toc: unsaved.toc,
          words: unsaved.words,
          archived: stored?.archived === 1,
          // Previews do not count against the free stories of a reader.
          freeStories: null,
          guestComments: false,
          ogImage: null,
        },
        ...(sharedUntil !== undefined && { sharedUntil: new Date(sharedUntil).toISOString() }),
        comments: stored
          ? readPageComments(database, stored)
          : { count: 0, threads: [], more: false },
        seriesParts: series
          ? readSeries(database, series.slug).map(({ slug, title, language }) => ({
              slug,
              title,
              language,
            }))
          : [],
        older,
        newer,
      },
      body: Buffer.from(unsaved.html),
    },
  };
}

function cardOf(unsaved: UnsavedArticle, stored: ArticleRecord | null): ArticleCard {
  const { title, subtitle, description, language, slug, tags, categories, series } = unsaved;
  const { cover, imageAlt, author, words, now } = unsaved;
  return {
    id: unsaved.publicId ?? 'unsaved',
    slug,
    title: title || 'Without a title',
    subtitle,
    description,
    language,
    publishedAt: new Date(stored?.publishedAt ?? stored?.scheduledAt ?? now).toISOString(),
    updatedAt: new Date(now).toISOString(),
    readTime: readTimeLabel(words),
    tags,
    categories,
    series,
    cover: cover && toPageImage(cover, imageAlt),
    author,
  };
}
