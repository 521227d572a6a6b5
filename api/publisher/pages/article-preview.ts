import type { ArticleCard, TocEntry } from '#contracts/page.ts';
import { readTimeLabel } from '#contracts/reading-time.ts';
import type { Connection } from '../../db/connection.ts';
import { type ArticleRecord, findArticleByPublicId } from '../../db/hot/articles.ts';
import { readNeighbours, readSeries } from '../../db/hot/published-articles.ts';
import { htmlFile, type PageSource } from '../page-source.ts';
import { readPageComments } from './comments.ts';
import { toPicture } from './picture.ts';

/** An article as it stands in the editor, stored or not, with its text rendered already. */
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
  cover: Parameters<typeof toPicture>[0] | null;
  imageAlt: string;
  author: { name: string; avatar: string | null };
  /** Dressed, as the publisher would publish it. */
  html: string;
  toc: TocEntry[];
  words: number;
  /** Milliseconds UTC: the date of an article that has none yet. */
  now: number;
  /** Expiry of the link through which it is shared, in milliseconds UTC. */
  sharedUntil?: number;
}

/**
 * The page an unsaved article would have. Nothing is recorded: it is shown to its author alone, and to
 * whom they have given a link.
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
    reads: [],
    content: {
      page: {
        kind: 'article',
        article: {
          ...cardOf(unsaved, stored),
          toc: unsaved.toc,
          words: unsaved.words,
          archived: stored?.archived === 1,
          // A courtesy to readers that counts; nobody reads here.
          freeStories: null,
          sharePicture: null,
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
    cover: cover && toPicture(cover, imageAlt),
    author,
  };
}
