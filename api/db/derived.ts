import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { toTagSlug } from '#contracts/article.ts';
import type { Queryable } from './database.ts';
import {
  deleteOrphanedDocuments,
  indexArticle,
  indexBuiltDocument,
  indexProduct,
} from './hot/search-documents.ts';
import {
  articleCategories,
  articles,
  categories,
  imageUses,
  workingCopies,
  workingCopyImages,
} from './schema/articles.ts';
import { commentReports, comments } from './schema/comments.ts';
import { media } from './schema/media.ts';
import { productImageUses, products } from './schema/products.ts';
import { builtDocuments } from './schema/publisher.ts';

/** Standard deviations of a confidence level of 95%. */
const Z = 1.96;

// Values that are computed from other columns and that SQL cannot compute. Repositories call these functions
// in the transaction of a change; triggers keep everything else up to date. All return true if a stored value
// was stale.

/** Updates data derived from an article: its images, slugs of its categories and its search document. */
export function deriveArticle(query: Queryable, id: number): boolean {
  const { markdown } = articles;
  const row = query.select({ markdown }).from(articles).where(eq(articles.id, id)).get();
  const stale = [
    storeNames(query, articleImages, id, imageNamesOf(row?.markdown ?? '')),
    storeCategorySlugs(query, id),
    indexArticle(query.$client, id),
  ];
  return stale.includes(true);
}

/** Updates data derived from a product: its images and its search document. */
export function deriveProduct(query: Queryable, id: number): boolean {
  const { content } = products;
  const row = query.select({ content }).from(products).where(eq(products.id, id)).get();
  const stale = [
    storeNames(query, productImages, id, imageNamesOf(row?.content ?? '')),
    indexProduct(query.$client, id),
  ];
  return stale.includes(true);
}

/** Updates the search documents of all products of a category. */
export function deriveProductsOfCategory(query: Queryable, categoryId: number): void {
  const rows = query
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.categoryId, categoryId), eq(products.state, 'live')))
    .all();
  for (const { id } of rows) indexProduct(query.$client, id);
}

/** Updates the images that working copies of an article use. */
export function deriveWorkingCopies(query: Queryable, articleId: number): boolean {
  const { fields } = workingCopies;
  const copies = query
    // The text of the JSON is searched, so it is not parsed.
    .select({ fields: sql<string>`${fields}`, cover: media.fileName })
    .from(workingCopies)
    .leftJoin(media, eq(media.publicId, sql`json_extract(${fields}, '$.image')`))
    .where(eq(workingCopies.articleId, articleId))
    .all();
  const names = copies.flatMap(({ fields, cover }) => [
    ...imageNamesOf(fields),
    ...(cover === null ? [] : [cover]),
  ]);
  return storeNames(query, copiedImages, articleId, names);
}

/** Updates the score of a comment from its likes and the open reports of members. */
export function deriveCommentScore(query: Queryable, id: number): boolean {
  const row = selectVotes(query).where(eq(comments.id, id)).get();
  return row !== undefined && storeScore(query, row);
}

/** Numbers of rows with stale values. */
export interface StaleRows {
  articles: number;
  products: number;
  'pages of the release': number;
  'working copies': number;
  comments: number;
  'search documents without a page': number;
}

/** Updates everything in this file. Belongs in a transaction. @returns the number of stale rows */
export function repairDerivedValues(query: Queryable): StaleRows {
  const repair = (rows: { id: number }[], derive: (query: Queryable, id: number) => boolean) =>
    rows.filter(({ id }) => derive(query, id)).length;
  const { searchId } = builtDocuments;
  const copied = query.selectDistinct({ id: workingCopies.articleId }).from(workingCopies).all();
  const used = query
    .selectDistinct({ id: workingCopyImages.articleId })
    .from(workingCopyImages)
    .all();
  const withCopies = new Set([...copied, ...used].map(({ id }) => id));
  return {
    articles: repair(query.select({ id: articles.id }).from(articles).all(), deriveArticle),
    products: repair(query.select({ id: products.id }).from(products).all(), deriveProduct),
    'pages of the release': repair(
      query.select({ id: searchId }).from(builtDocuments).all(),
      ({ $client }, id) => indexBuiltDocument($client, id),
    ),
    'working copies': [...withCopies].filter((id) => deriveWorkingCopies(query, id)).length,
    // A query for each of 100,000 comments would take seconds.
    comments: selectVotes(query)
      .all()
      .filter((row) => storeScore(query, row)).length,
    'search documents without a page': deleteOrphanedDocuments(query.$client),
  };
}

/** Table with the names of image files that an owner uses. */
interface ImageTable {
  table: SQLiteTable;
  fileName: SQLiteColumn;
  owner: SQLiteColumn;
  rowOf: (fileName: string, id: number) => Record<string, unknown>;
}

const articleImages: ImageTable = {
  table: imageUses,
  fileName: imageUses.fileName,
  owner: imageUses.articleId,
  rowOf: (fileName, articleId) => ({ fileName, articleId }),
};
const productImages: ImageTable = {
  table: productImageUses,
  fileName: productImageUses.fileName,
  owner: productImageUses.productId,
  rowOf: (fileName, productId) => ({ fileName, productId }),
};
const copiedImages: ImageTable = {
  table: workingCopyImages,
  fileName: workingCopyImages.fileName,
  owner: workingCopyImages.articleId,
  rowOf: (fileName, articleId) => ({ fileName, articleId }),
};

/** Returns the image files of the media library that a text names. */
function imageNamesOf(text: string): string[] {
  return [...text.matchAll(/\/media\/([\w-]+\.[a-z]{3,4})\b/g)].map(([, name]) => name as string);
}

function storeNames(
  query: Queryable,
  { table, fileName, owner, rowOf }: ImageTable,
  id: number,
  names: readonly string[],
): boolean {
  const stored = query.select({ name: fileName }).from(table).where(eq(owner, id)).all();
  const wanted = new Set(names);
  const isUsed = ({ name }: { name: unknown }) => wanted.has(String(name));
  if (stored.length === wanted.size && stored.every(isUsed)) return false;
  query.delete(table).where(eq(owner, id)).run();
  for (const name of wanted) query.insert(table).values(rowOf(name, id)).run();
  return true;
}

/** Of two categories with the same slug, the first one keeps it. */
function storeCategorySlugs(query: Queryable, articleId: number): boolean {
  const { categoryId } = articleCategories;
  const isOfArticle = eq(articleCategories.articleId, articleId);
  const rows = query
    .select({ id: categoryId, slug: articleCategories.slug, name: categories.name })
    .from(articleCategories)
    .innerJoin(categories, eq(categories.id, categoryId))
    .where(isOfArticle)
    .orderBy(articleCategories.position)
    .all();
  const storedSlugs = new Set<string>();
  let isStale = false;
  for (const { id, slug, name } of rows) {
    const derived = toTagSlug(name);
    const next = storedSlugs.has(derived) ? '' : derived;
    storedSlugs.add(derived);
    if (slug === next) continue;
    const isRow = and(isOfArticle, eq(categoryId, id));
    query.update(articleCategories).set({ slug: next }).where(isRow).run();
    isStale = true;
  }
  return isStale;
}

/** Selects comments with what their score depends on. */
function selectVotes(query: Queryable) {
  const openReports = query
    .select({ found: count() })
    .from(commentReports)
    .where(
      and(
        eq(commentReports.commentId, comments.id),
        isNotNull(commentReports.userId),
        isNull(commentReports.resolvedAt),
      ),
    );
  const { id, likes, score } = comments;
  const reports = sql<number>`${openReports}`;
  return query.select({ id, likes, score, reports }).from(comments);
}

function storeScore(
  query: Queryable,
  comment: { id: number; likes: number; score: number; reports: number },
): boolean {
  const score = wilsonLowerBound(comment.likes, comment.reports);
  if (score === comment.score) return false;
  query.update(comments).set({ score }).where(eq(comments.id, comment.id)).run();
  return true;
}

/**
 * Returns the lower bound of Wilson's score interval: the least share of all readers who would agree, estimated from
 * the votes. Comments with many likes rank above those with few, and both above comments with likes and reports.
 * @param agree likes, a whole number of at least 0
 * @param disagree reports, likewise
 * @returns 0 to 1; 0 without a like
 */
export function wilsonLowerBound(agree: number, disagree: number): number {
  const votes = agree + disagree;
  // Exactly 0 without likes; rounding errors would grow with the number of reports.
  if (agree === 0) return 0;
  const share = agree / votes;
  const square = (Z * Z) / votes;
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / votes);
  return Math.max(0, (share + square / 2 - spread) / (1 + square));
}
