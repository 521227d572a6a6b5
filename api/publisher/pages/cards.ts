import { readTimeLabel } from '#contracts/article.ts';
import type { PageImage } from '#contracts/image.ts';
import type { ArticleCard, CardIndex, IndexedCard, LatestCards } from '#contracts/page.ts';
import type { Connection } from '../../db/connection.ts';
import type { ArticleSummary } from '../../db/hot/articles.ts';
import { findPageOf, readNewestIds } from '../../db/hot/list-pages.ts';
import { readListedSummaries } from '../../db/hot/published-articles.ts';
import {
  LATEST,
  listOfTag,
  type PageLoader,
  type PageSource,
  pathOfList,
  tag,
} from '../page-source.ts';
import { toPageImage } from './image.ts';

/**
 * Number of articles in the file for 'Read more': the article itself and those of ten clicks. Further
 * clicks load pages of the blog.
 */
const LATEST_CARDS = 25;
/** Number of articles in a tag's file; 'Related' shows five articles of all tags. */
const TAG_CARDS = 12;

/** Loads /cards/latest.json, which exists even without articles. */
export const latestCards: PageLoader = ({ database }, path) => {
  const ids = readNewestIds(database, LATEST, LATEST_CARDS + 1);
  const older = pageOf(database, ids[LATEST_CARDS]);
  return cardFile(database, path, LATEST, ids.slice(0, LATEST_CARDS), { older });
};

/** Loads /cards/tag/{tag}.json, which exists while the tag has articles. */
export const tagCards: PageLoader = ({ database }, path, name) => {
  const list = listOfTag(name);
  const ids = readNewestIds(database, list, TAG_CARDS);
  return ids.length > 0 ? cardFile(database, path, list, ids) : null;
};

function cardFile(
  database: Connection,
  path: string,
  list: string,
  ids: number[],
  extra: Omit<LatestCards, 'articles'> | null = null,
): PageSource {
  const articles = readListedSummaries(database, ids).map(toIndexedCard);
  const index: CardIndex = { articles, ...extra };
  return {
    kind: 'cards',
    file: path.slice(1),
    dependencies: [tag.list(list), ...ids.map(tag.card)],
    content: { text: `${JSON.stringify(index)}\n` },
  };
}

/** Returns the page with the first article that is not in the file. */
function pageOf(database: Connection, first: number | undefined): string | null {
  const [article] = first === undefined ? [] : readListedSummaries(database, [first]);
  if (!article || article.publishedAt === null) return null;
  const page = findPageOf(database, LATEST, article.publishedAt, article.id);
  return page && `${pathOfList(LATEST)}/page/${page.number}`;
}

function toIndexedCard(article: ArticleSummary): IndexedCard {
  const { slug, title, language, publishedAt, readTime, tags, cover } = toCard(article);
  return {
    slug,
    title,
    language,
    publishedAt,
    readTime,
    tags,
    cover: cover && toSmallCover(cover),
  };
}

/** Maximum width of a card's cover on a dense screen, in pixels. */
const CARD_PIXELS = 800;

/** Returns one file per format, because the index is loaded as a whole: AVIF, and WebP or the original. */
function toSmallCover({ url, width, height, sources, preview }: PageImage): IndexedCard['cover'] {
  const small = sources.map(({ type, srcset }) => ({ type, srcset: findSmallVariant(srcset) }));
  const fallback = small.find(({ type }) => type === 'image/webp');
  return {
    url: fallback?.srcset ?? url,
    width,
    height,
    sources: small.filter(({ type }) => type === 'image/avif'),
    preview,
  };
}

/** Returns the smallest variant that is wide enough for a card, or else the largest one. */
function findSmallVariant(srcset: string): string {
  const variants = srcset.split(', ').map((variant) => variant.split(' '));
  const small = variants.find(([, width = '0w']) => Number.parseInt(width, 10) >= CARD_PIXELS);
  return (small ?? variants.at(-1))?.[0] ?? '';
}

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

function coverOf(article: ArticleSummary): PageImage | null {
  if (article.mediaFile === null || article.mediaWidth === null || article.mediaHeight === null) {
    return null;
  }
  const stored = {
    fileName: article.mediaFile,
    width: article.mediaWidth,
    height: article.mediaHeight,
    variants: article.mediaVariants,
  };
  return toPageImage(stored, article.imageAlt);
}
