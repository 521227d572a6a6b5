import type { CardIndex, IndexedCard, LatestCards } from '#contracts/card-index.ts';
import type { Picture } from '#contracts/picture.ts';
import type { Connection } from '../../db/connection.ts';
import type { ArticleSummary } from '../../db/hot/articles.ts';
import { findPageOf, readNewestIds } from '../../db/hot/list-pages.ts';
import { readListedSummaries } from '../../db/hot/published-articles.ts';
import { LATEST, listOfTag, pathOfList, tag } from '../dependency-tags.ts';
import type { PageLoader, PageSource } from '../page-source.ts';
import { toCard } from './card.ts';

/**
 * Articles of the file for 'Read more': those that ten clicks show, and the one that asks. Further
 * clicks go on with pages of the blog.
 */
const LATEST_CARDS = 25;
/** Articles of a tag's file: 'Related' shows five of what an article's tags offer. */
const TAG_CARDS = 12;

/** /cards/latest.json is there even while it is empty. */
export const latestCards: PageLoader = ({ database }, path) => {
  const ids = readNewestIds(database, LATEST, LATEST_CARDS + 1);
  const older = pageOf(database, ids[LATEST_CARDS]);
  return cardFile(database, path, LATEST, ids.slice(0, LATEST_CARDS), { older });
};

/** /cards/tag/{tag}.json is there as long as the tag's page is. */
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
  besides: Omit<LatestCards, 'articles'> | null = null,
): PageSource {
  const articles = readListedSummaries(database, ids).map(toIndexedCard);
  const index: CardIndex = { articles, ...besides };
  return {
    kind: 'cards',
    file: path.slice(1),
    reads: [tag.list(list), ...ids.map(tag.card)],
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

/** Pixels a cover of a card has at most on a dense screen. */
const CARD_PIXELS = 800;

/** The index is fetched as a whole, so it names one file a format: AVIF, and WebP once there is one. */
function toSmallCover({ url, width, height, sources, preview }: Picture): IndexedCard['cover'] {
  const small = sources.map(({ type, srcset }) => ({ type, srcset: findSmallVariant(srcset) }));
  const plain = small.find(({ type }) => type === 'image/webp');
  return {
    url: plain?.srcset ?? url,
    width,
    height,
    sources: small.filter(({ type }) => type === 'image/avif'),
    preview,
  };
}

/** The smallest form that a card can be shown from, or the largest there is. */
function findSmallVariant(srcset: string): string {
  const forms = srcset.split(', ').map((form) => form.split(' '));
  const small = forms.find(([, wide = '0w']) => Number.parseInt(wide, 10) >= CARD_PIXELS);
  return (small ?? forms.at(-1))?.[0] ?? '';
}
