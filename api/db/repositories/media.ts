import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  inArray,
  lt,
  max,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { ImageFilter, ImageSort } from '#contracts/upload.ts';
import { foldCase } from '../connection.ts';
import { countRows, type Database, type Page, type Queryable } from '../database.ts';
import { avatars, users } from '../schema/accounts.ts';
import { articles, imageUses, workingCopyImages } from '../schema/articles.ts';
import { media } from '../schema/media.ts';
import { productImages, productImageUses, products } from '../schema/products.ts';
import { containing } from '../trigram-search.ts';

export type Avatar = typeof avatars.$inferSelect;

export type Media = typeof media.$inferSelect;

export function findMediaBySource(query: Queryable, sourceHash: string): Media | undefined {
  return query.select().from(media).where(eq(media.sourceHash, sourceHash)).get();
}

export function findMediaByPublicId(query: Queryable, publicId: string): Media | undefined {
  return query.select().from(media).where(eq(media.publicId, publicId)).get();
}

export function findMediaByFileName(query: Queryable, fileName: string): Media | undefined {
  return query.select().from(media).where(eq(media.fileName, fileName)).get();
}

export function insertMedia(query: Queryable, row: typeof media.$inferInsert): Media {
  return query.insert(media).values(row).returning().get();
}

/** Returns dimensions by the path that Markdown uses, `/media/{file name}`. */
export function readMediaSizes(
  query: Queryable,
  paths: string[],
): Map<string, { width: number; height: number }> {
  const names = paths.map((path) => path.replace(/^\/media\//, ''));
  if (names.length === 0) return new Map();
  const rows = query
    .select({ fileName: media.fileName, width: media.width, height: media.height })
    .from(media)
    .where(inArray(media.fileName, names))
    .all();
  return new Map(
    rows.map((row) => [`/media/${row.fileName}`, { width: row.width, height: row.height }]),
  );
}

export function listMediaFiles(query: Queryable): string[] {
  return query
    .select({ fileName: media.fileName })
    .from(media)
    .all()
    .map((row) => row.fileName);
}

/** Returns all images of the media library, newest first. */
export function listMedia(query: Queryable): Media[] {
  return query.select().from(media).orderBy(desc(media.id)).all();
}

/** Changes the alternative text of an image. */
export function updateMediaAlt(query: Queryable, id: number, alt: string): void {
  query.update(media).set({ alt }).where(eq(media.id, id)).run();
}

export function deleteMedia(query: Queryable, id: number): void {
  query.delete(media).where(eq(media.id, id)).run();
}

export function insertAvatar(query: Queryable, avatar: typeof avatars.$inferInsert): void {
  query.insert(avatars).values(avatar).run();
}

export function findAvatar(query: Queryable, publicId: string): Avatar | undefined {
  return query.select().from(avatars).where(eq(avatars.publicId, publicId)).get();
}

/** Returns the avatars of a member: the current one, and at most one unsaved one. */
export function listAvatarsOf(query: Queryable, userId: number): Avatar[] {
  return query.select().from(avatars).where(eq(avatars.userId, userId)).all();
}

/** Returns all avatars with their members, for admins and the purge. */
export function listAvatars(query: Queryable): Avatar[] {
  return query.select().from(avatars).all();
}

export function deleteAvatar(query: Queryable, id: number): void {
  query.delete(avatars).where(eq(avatars.id, id)).run();
}

/** Deletes unused avatars that were uploaded before `time`. @returns their rows */
export function deleteUnusedAvatars(query: Queryable, time: number): Avatar[] {
  const shown = query
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, avatars.userId), sql`${users.avatar} LIKE '%/' || ${avatars.name} || '-%'`),
    );
  return query
    .delete(avatars)
    .where(and(lt(avatars.createdAt, time), notExists(shown)))
    .returning()
    .all();
}

export interface UploadSelection {
  search: string;
  show: Exclude<ImageFilter, 'avatars'>;
}

const orders: Record<ImageSort, SQL[]> = {
  newest: [desc(media.createdAt), desc(media.id)],
  oldest: [asc(media.createdAt), asc(media.id)],
  largest: [desc(media.bytes), desc(media.id)],
  name: [sql`${media.name} COLLATE NOCASE`, asc(media.id)],
};

const isUnused = sql`NOT EXISTS (SELECT 1 FROM articles a WHERE a.media_id = ${media.id})
  AND NOT EXISTS (SELECT 1 FROM image_uses p WHERE p.file_name = ${media.fileName})
  AND NOT EXISTS (SELECT 1 FROM working_copy_images c WHERE c.file_name = ${media.fileName})
  AND NOT EXISTS (SELECT 1 FROM product_images s WHERE s.media_id = ${media.id})
  AND NOT EXISTS (SELECT 1 FROM product_image_uses t WHERE t.file_name = ${media.fileName})
  AND NOT EXISTS (SELECT 1 FROM content_files f
    WHERE f.name IN ('profile', 'caseStudies', 'games') AND instr(f.value, ${media.fileName}) > 0)`;

const words = { id: media.id, index: 'media_words', columns: [media.name, media.alt] };

const uploadCondition = ({ search, show }: UploadSelection): SQL | undefined =>
  and(show === 'unused' ? isUnused : undefined, containing(search, words));

/** Image in the admin's table; `by` is the name of the uploader. */
export type UploadRow = ReturnType<typeof listUploads>[number];

/** Returns one page of the table of images. */
export function listUploads(
  { query }: Database,
  selection: UploadSelection,
  { sort, limit, offset }: Page & { sort: ImageSort },
) {
  return query
    .select({
      id: media.id,
      publicId: media.publicId,
      fileName: media.fileName,
      name: media.name,
      alt: media.alt,
      folder: media.folder,
      width: media.width,
      height: media.height,
      bytes: media.bytes,
      createdAt: media.createdAt,
      by: users.name,
    })
    .from(media)
    .leftJoin(users, eq(users.id, media.uploaderId))
    .where(uploadCondition(selection))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset)
    .all();
}

export const countUploads = (database: Database, selection: UploadSelection): number =>
  countRows(database.query, media, uploadCondition(selection));

const isUnusedBefore = (time: number) => and(lt(media.createdAt, time), isUnused);

/** Returns unused images that were uploaded before a time, oldest first. */
export function listUnusedUploads(
  { query }: Database,
  time: number,
  limit: number,
): Pick<UploadRow, 'id' | 'fileName'>[] {
  return query
    .select({ id: media.id, fileName: media.fileName })
    .from(media)
    .where(isUnusedBefore(time))
    .orderBy(asc(media.createdAt), asc(media.id))
    .limit(limit)
    .all();
}

export const countUnusedUploads = (database: Database, time: number): number =>
  countRows(database.query, media, isUnusedBefore(time));

type MediaMatch = { id: number; fileName: string };

const as = (cover: 0 | 1, inText: 0 | 1) => ({
  isCover: sql<number>`${sql.raw(String(cover))}`.as('is_cover'),
  isInText: sql<number>`${sql.raw(String(inText))}`.as('is_in_text'),
});

/** Row IDs of the articles with an image as cover, in the text, or only in unsaved work. */
const articlesWith = ({ query }: Database, { id, fileName }: MediaMatch) =>
  unionAll(
    query
      .select({ id: articles.id, ...as(1, 0) })
      .from(articles)
      .where(eq(articles.mediaId, id)),
    query
      .select({ id: imageUses.articleId, ...as(0, 1) })
      .from(imageUses)
      .where(eq(imageUses.fileName, fileName)),
    query
      .select({ id: workingCopyImages.articleId, ...as(0, 0) })
      .from(workingCopyImages)
      .where(eq(workingCopyImages.fileName, fileName)),
  ).as('page');

/** Row IDs of the products with an image as one of their own, or in the text. */
const productsWith = ({ query }: Database, { id, fileName }: MediaMatch) =>
  unionAll(
    query
      .select({ id: productImages.productId, ...as(1, 0) })
      .from(productImages)
      .where(eq(productImages.mediaId, id)),
    query
      .select({ id: productImageUses.productId, ...as(0, 1) })
      .from(productImageUses)
      .where(eq(productImageUses.fileName, fileName)),
  ).as('page');

/** Article or product with an image. */
export type UseRow = ReturnType<typeof listUses>[number];

/** Returns the articles and products with an image, deleted ones included, newest first. */
export function listUses(database: Database, image: MediaMatch, limit: number) {
  const { query } = database;
  const inArticles = articlesWith(database, image);
  const found = query
    .select({
      kind: sql<'article'>`'article'`,
      id: articles.id,
      publicId: articles.publicId,
      title: articles.title,
      state: articles.state,
      cover: max(inArticles.isCover).mapWith(Boolean),
      inText: max(inArticles.isInText).mapWith(Boolean),
    })
    .from(inArticles)
    .innerJoin(articles, eq(articles.id, inArticles.id))
    .groupBy(articles.id)
    .orderBy(desc(articles.id))
    .limit(limit)
    .all();
  const inProducts = productsWith(database, image);
  const foundProducts = query
    .select({
      kind: sql<'product'>`'product'`,
      id: products.id,
      publicId: products.publicId,
      title: products.title,
      state: products.state,
      cover: max(inProducts.isCover).mapWith(Boolean),
      inText: max(inProducts.isInText).mapWith(Boolean),
    })
    .from(inProducts)
    .innerJoin(products, eq(products.id, inProducts.id))
    .groupBy(products.id)
    .orderBy(desc(products.id))
    .limit(limit - found.length)
    .all();
  return [...found, ...foundProducts];
}

/** Counts the articles and products with an image, deleted ones included. */
export function countUses(database: Database, image: MediaMatch): number {
  const both = [articlesWith(database, image), productsWith(database, image)];
  return both.reduce((sum, page) => {
    const row = database.query
      .select({ found: countDistinct(page.id) })
      .from(page)
      .get();
    return sum + (row?.found ?? 0);
  }, 0);
}

/** Removes an image from all products and from all articles as their cover, deleted ones included. */
export function clearCovers({ query }: Database, mediaId: number): void {
  query.delete(productImages).where(eq(productImages.mediaId, mediaId)).run();
  query.update(articles).set({ mediaId: null }).where(eq(articles.mediaId, mediaId)).run();
}

/** Profile picture with its user; `shown` is false for former ones. */
export type AvatarRow = ReturnType<typeof listAvatarUploads>[number];

const isOfUserNamed = (search: string) =>
  sql`instr(fold_case(${users.name}), ${foldCase(search)}) > 0`;

/** Returns one page of the profile pictures of members, newest first. */
export function listAvatarUploads({ query }: Database, search: string, { limit, offset }: Page) {
  return query
    .select({
      publicId: avatars.publicId,
      name: avatars.name,
      createdAt: avatars.createdAt,
      user: users.publicId,
      userName: users.name,
      shown: sql`coalesce(instr(${users.avatar}, '/' || ${avatars.name} || '-') > 0, 0)`.mapWith(
        Boolean,
      ),
    })
    .from(avatars)
    .innerJoin(users, eq(users.id, avatars.userId))
    .where(isOfUserNamed(search))
    .orderBy(desc(avatars.createdAt), desc(avatars.id))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countAvatarUploads({ query }: Database, search: string): number {
  const row = query
    .select({ found: count() })
    .from(avatars)
    .innerJoin(users, eq(users.id, avatars.userId))
    .where(isOfUserNamed(search))
    .get();
  return row?.found ?? 0;
}
