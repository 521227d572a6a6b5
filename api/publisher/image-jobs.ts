import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readTimeLabel } from '#contracts/article.ts';
import {
  NO_VARIANTS,
  type OgImageData,
  ogImageNameOf,
  ogImagePath,
  variantNames,
} from '#contracts/image.ts';
import { ogImagePayload } from '#contracts/job.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { systemClock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { type ArticleSummary, findSummaries } from '../db/hot/articles.ts';
import {
  deleteOgImageKey,
  findImageWithoutVariants,
  findOgImageKey,
  listCoveredArticles,
  listImagesWithVariants,
  listOgImageSubjects,
  listReadableBelow,
  type MediaImage,
  type OgImageSubject,
  recordOgImageKey,
  recordVariants,
} from '../db/hot/images.ts';
import { amendJob, enqueueJob } from '../db/hot/jobs.ts';
import { findProductById, type ProductSummary } from '../db/hot/products.ts';
import {
  deleteContentOgImageKey,
  listContentWith,
  readContent,
  readContentOf,
  readContentOgImageKeys,
  recordContentOgImageKey,
} from '../db/hot/site.ts';
import { type ImageWorker, ImageWorkerClosedError } from '../images/image-worker.ts';
import { backoffAfter, localBackoff } from '../queue/queue.ts';
import { getSiteName, readSampleCover } from '../site-content.ts';
import { isPublic } from './guarded-pages.ts';
import { type ClaimedJob, endJob, isDiskError, retryJob } from './job-queue.ts';
import { listOgImageData, ogImageKeyOf } from './owner-content.ts';
import { type PageContext, tag } from './page-source.ts';

/**
 * Returns the folder of generated images, with media/ and og/ as in a release; not in backups,
 * because they can be generated again.
 */
export const imagesFolderOf = (dataFolder: string) => path.join(dataFolder, 'images');

/** Maximum attempts per image. */
const ATTEMPTS_MAX = 2;
/** Articles or products checked at a time; at most one Open Graph image is drawn. */
const OG_IMAGES_PER_STEP = 50;

export interface ImageJobContext {
  database: Connection;
  worker: Pick<ImageWorker, 'makeVariants' | 'drawOgImage'>;
  uploadsFolder: string;
  imagesFolder: string;
  /** Returns the live release, or null if it no longer exists. */
  live: () => { context: Pick<PageContext, 'sampleContent' | 'guards'> } | null;
  onError: (what: string, error: unknown) => void;
  /** Number of failures by row id of the image. */
  failures: Map<number, number>;
}

/**
 * Processes at most one image and returns the job to the queue while there are more. Enqueues a refresh
 * of the pages with the image in the same transaction, so that a restart does not lose it.
 */
export async function runImageJob(context: ImageJobContext, job: ClaimedJob): Promise<void> {
  const { database } = context;
  try {
    const hasMore =
      job.kind === 'images' ? await makeNextVariants(context) : await drawNextOgImage(context, job);
    await database.write(() => {
      const now = systemClock();
      if (hasMore) retryJob(database, job, { at: now });
      else endJob(database, job, { now });
    });
  } catch (error) {
    if (!(error instanceof ImageWorkerClosedError)) context.onError(job.kind, error);
    const at = systemClock() + backoffAfter(job.attempts, localBackoff);
    await database.write(() => retryJob(database, job, { at }));
  }
}

/** @returns true if there may be more images */
async function makeNextVariants(context: ImageJobContext): Promise<boolean> {
  const { database, worker } = context;
  const image = findImageWithoutVariants(database);
  if (!image) return false;
  const source = path.join(context.uploadsFolder, image.fileName);
  const folder = path.join(context.imagesFolder, 'media');
  try {
    const variants = await worker.makeVariants(source, folder);
    await database.write(() => {
      recordVariants(database, image.id, variants);
      const cards = listCoveredArticles(database, image.id).map(tag.card);
      const content = listContentTags(database, image.fileName);
      enqueueRefresh(database, { tags: [tag.media(image.id), ...cards, ...content], paths: [] });
    });
  } catch (error) {
    if (isTemporary(error)) throw error;
    await recordFailure(context, image, error);
  }
  return true;
}

/** Returns the tags of the owner's content with an image. */
function listContentTags(database: Connection, fileName: string): string[] {
  const names = listContentWith(database, fileName);
  const games = names.includes('games') ? (readContentOf(database, 'games') ?? []) : [];
  const withImage = games.filter((game) => JSON.stringify(game.images).includes(fileName));
  return [...names.map(tag.content), ...withImage.map((game) => tag.item(game.path))];
}

/** Gives up an image after several attempts, so that the others continue. */
async function recordFailure(
  context: ImageJobContext,
  image: MediaImage,
  error: unknown,
): Promise<void> {
  const failures = (context.failures.get(image.id) ?? 0) + 1;
  context.failures.set(image.id, failures);
  if (failures < ATTEMPTS_MAX) return;
  context.onError(`making variants of ${image.fileName}`, error);
  await context.database.write(() => recordVariants(context.database, image.id, NO_VARIANTS));
}

/** @returns true if there may be more Open Graph images */
async function drawNextOgImage(context: ImageJobContext, job: ClaimedJob): Promise<boolean> {
  const { database } = context;
  const payload = ogImagePayload.parse(job.payload);
  if ('articles' in payload) {
    for (const id of payload.articles) await drawOgImage(context, { kind: 'article', id });
    return false;
  }
  if ('products' in payload) {
    for (const id of payload.products) await drawOgImage(context, { kind: 'product', id });
    return false;
  }
  if (payload.of === 'content') return drawNextContentImage(context);
  const kind = payload.of === 'products' ? 'product' : 'article';
  const from = payload.below ?? Number.MAX_SAFE_INTEGER;
  const ids = listReadableBelow(database, { kind, id: from }, OG_IMAGES_PER_STEP);
  for (const id of ids) {
    const isDrawn = await drawOgImage(context, { kind, id });
    if (!isDrawn && id !== ids.at(-1)) continue;
    await database.write(() => amendJob(database, job.id, { ...payload, below: id }));
    return true;
  }
  return false;
}

/** @returns true if an image was drawn */
async function drawOgImage(context: ImageJobContext, subject: OgImageSubject): Promise<boolean> {
  const { database } = context;
  const input = findOgImageInput(database, subject);
  if (!input) return false;
  const { card, page } = input;
  const key = ogImageKeyOf(card);
  const imagePath = ogImagePath(input.publicId);
  const file = path.join(context.imagesFolder, imagePath);
  if (findOgImageKey(database, subject) === key && existsSync(file)) return false;
  try {
    await context.worker.drawOgImage(card, file);
  } catch (error) {
    if (isTemporary(error)) throw error;
    // The page keeps its current image, and the others continue.
    context.onError(`drawing the Open Graph image of ${subject.kind} ${subject.id}`, error);
    return false;
  }
  await database.write(() => {
    recordOgImageKey(database, subject, key);
    enqueueRefresh(database, { tags: [], paths: [imagePath, page] });
  });
  return true;
}

/**
 * Draws the Open Graph image of a game or a case study that differs from the sample, and deletes the records of those
 * that are no longer needed.
 * @returns true if there may be more
 */
async function drawNextContentImage(context: ImageJobContext): Promise<boolean> {
  const { database, imagesFolder, live } = context;
  const release = live();
  if (!release) throw new ImageWorkerClosedError('there is no live release');
  const { sampleContent, guards } = release.context;
  const content = { ...sampleContent, ...readContent(database) };
  const cards = new Map(
    [...listOgImageData(content, sampleContent)].filter(([page]) => isPublic(guards, page)),
  );
  const keys = readContentOgImageKeys(database);
  const names = new Set([...cards.keys()].map(ogImageNameOf));
  const outdated = [...keys.keys()].filter((name) => !names.has(name));
  if (outdated.length > 0) {
    await database.write(() => {
      for (const name of outdated) deleteContentOgImageKey(database, name);
      const items = [...(content.games ?? []), ...(content.caseStudies ?? [])];
      const pages = items
        .map((item) => item.path)
        .filter((page) => outdated.includes(ogImageNameOf(page)));
      enqueueRefresh(database, { tags: [], paths: [...pages, ...outdated.map(ogImagePath)] });
    });
  }
  for (const [page, card] of cards) {
    const name = ogImageNameOf(page);
    const key = ogImageKeyOf(card);
    const imagePath = ogImagePath(name);
    const file = path.join(imagesFolder, imagePath);
    if (keys.get(name) === key && existsSync(file)) continue;
    try {
      await context.worker.drawOgImage(withCover(context, page, card), file);
    } catch (error) {
      if (isTemporary(error)) throw error;
      // The page keeps its current image, and the others continue.
      context.onError(`drawing the Open Graph image of ${page}`, error);
      continue;
    }
    await database.write(() => {
      recordContentOgImageKey(database, name, key);
      enqueueRefresh(database, { tags: [], paths: [imagePath, page] });
    });
    return true;
  }
  return false;
}

/** Adds the cover to the data: an upload, or the drawing of a sample game. */
function withCover(context: ImageJobContext, page: string, card: OgImageData): OgImageData {
  if (card.coverImage !== undefined) {
    return { ...card, coverImage: path.join(context.uploadsFolder, card.coverImage) };
  }
  const cover = page.startsWith('/gamecorner/') ? readSampleCover(card.patternSeed) : undefined;
  return cover === undefined ? card : { ...card, cover };
}

const isTemporary = (error: unknown) =>
  error instanceof ImageWorkerClosedError || isDiskError(error);

/** Returns the data of an Open Graph image and its page; null if it is not public. */
function findOgImageInput(database: Connection, { kind, id }: OgImageSubject) {
  if (kind === 'product') {
    const product = findProductById(database, id);
    if (product?.state !== 'live') return null;
    const { publicId, slug } = product;
    return {
      publicId,
      page: productPath(slug),
      card: ogImageDataOfProduct(product, getSiteName(database)),
    };
  }
  const [article] = findSummaries(database, [id]);
  if (article?.state !== 'live' && article?.state !== 'archived') return null;
  return {
    publicId: article.publicId,
    page: `/blog/${article.slug}`,
    card: ogImageDataOfArticle(article, getSiteName(database)),
  };
}

function enqueueRefresh(database: Connection, payload: { tags: string[]; paths: string[] }): void {
  enqueueJob(database, { kind: 'refresh', payload, now: systemClock() });
}

/** Returns the data of an article's Open Graph image. @param site name of the site */
function ogImageDataOfArticle(article: ArticleSummary, site: string): OgImageData {
  return {
    site,
    title: article.title,
    facts: [article.authorName, readTimeLabel(article.words)],
    patternSeed: article.slug,
  };
}

/** Returns the data of a product's Open Graph image, without the price, which changes too often. */
function ogImageDataOfProduct(product: ProductSummary, site: string): OgImageData {
  return {
    site,
    title: product.title,
    facts: ['Shop', ...(product.category === null ? [] : [product.category])],
    patternSeed: product.slug,
  };
}

/**
 * Deletes records of generated images whose files are missing, as after a restore.
 * @returns the number of images to generate again
 */
export async function deleteLostImages(database: Connection, folder: string): Promise<number> {
  const media = namesIn(path.join(folder, 'media'));
  const lostMedia = listImagesWithVariants(database).filter(({ fileName, variants }) =>
    variantNames(fileName, variants ?? NO_VARIANTS).some((name) => !media.has(name)),
  );
  const ogFiles = namesIn(path.join(folder, 'og'));
  const lostOgImages = listOgImageSubjects(database).filter(
    ({ publicId }) => !ogFiles.has(`${publicId}.png`),
  );
  const lostContent = [...readContentOgImageKeys(database).keys()].filter(
    (name) => !ogFiles.has(`${name}.png`),
  );
  const lost = lostMedia.length + lostOgImages.length + lostContent.length;
  if (lost === 0) return 0;
  await database.write(() => {
    for (const { id } of lostMedia) recordVariants(database, id, null);
    for (const shareable of lostOgImages) deleteOgImageKey(database, shareable);
    for (const name of lostContent) deleteContentOgImageKey(database, name);
  });
  return lost;
}

function namesIn(folder: string): Set<string> {
  return new Set(existsSync(folder) ? readdirSync(folder) : []);
}
