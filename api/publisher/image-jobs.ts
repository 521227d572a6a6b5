import { existsSync } from 'node:fs';
import path from 'node:path';
import { sharePayload } from '#contracts/job.ts';
import { NO_VARIANTS } from '#contracts/picture.ts';
import { sharePicturePath } from '#contracts/share-picture.ts';
import { productPath } from '#contracts/shop-words.ts';
import { systemClock } from '../clock.ts';
import type { Connection } from '../db/connection.ts';
import { findSummaries } from '../db/hot/articles.ts';
import { amendJob, enqueueJob } from '../db/hot/jobs.ts';
import {
  findPictureToMake,
  listCoveredArticles,
  recordVariants,
  type StoredPicture,
} from '../db/hot/picture-variants.ts';
import { findProductById } from '../db/hot/products.ts';
import {
  findShareKey,
  listShareableBelow,
  recordShareKey,
  type Shareable,
} from '../db/hot/share-pictures.ts';
import { type Studio, StudioClosed } from '../pictures/studio.ts';
import { backoffAfter, localBackoff } from '../queue/backoff.ts';
import { tag } from './dependency-tags.ts';
import { type ClaimedJob, endJob, isDiskError, retryJob } from './job-queue.ts';
import { shareCardOf, shareCardOfProduct, shareKeyOf } from './og-image.ts';

/** Maximum attempts per image. */
const ATTEMPTS_MAX = 2;
/** Articles or products checked at a time; at most one Open Graph image is drawn. */
const SHARES_PER_TURN = 50;

/** Parts of the publisher that image jobs use. */
export interface ImageJobContext {
  database: Connection;
  studio: Pick<Studio, 'makeVariants' | 'drawSharePicture'>;
  uploadsFolder: string;
  picturesFolder: string;
  trouble: (what: string, error: unknown) => void;
  /** Number of failures by row id of the image. */
  failures: Map<number, number>;
}

/**
 * Processes at most one image and returns the job to the queue while there are more.
 * A refresh of the pages that show it is enqueued in the same transaction, so a restart loses
 * nothing.
 */
export async function runImageJob(work: ImageJobContext, job: ClaimedJob): Promise<void> {
  const { database } = work;
  try {
    const more =
      job.kind === 'pictures' ? await makeNextVariants(work) : await drawNextOgImage(work, job);
    await database.write(() => {
      const now = systemClock();
      if (more) retryJob(database, job, { at: now });
      else endJob(database, job, { now });
    });
  } catch (error) {
    if (!(error instanceof StudioClosed)) work.trouble(job.kind, error);
    const at = systemClock() + backoffAfter(job.attempts, localBackoff);
    await database.write(() => retryJob(database, job, { at }));
  }
}

/** @returns true if there may be more images */
async function makeNextVariants(work: ImageJobContext): Promise<boolean> {
  const { database, studio } = work;
  const picture = findPictureToMake(database);
  if (!picture) return false;
  const source = path.join(work.uploadsFolder, picture.fileName);
  const folder = path.join(work.picturesFolder, 'media');
  try {
    const variants = await studio.makeVariants(source, folder);
    await database.write(() => {
      recordVariants(database, picture.id, variants);
      const cards = listCoveredArticles(database, picture.id).map(tag.card);
      refresh(database, { tags: [tag.media(picture.id), ...cards], paths: [] });
    });
  } catch (error) {
    if (isPassing(error)) throw error;
    await recordFailure(work, picture, error);
  }
  return true;
}

/** Gives up an image after several attempts, so that the others continue. */
async function recordFailure(
  work: ImageJobContext,
  picture: StoredPicture,
  error: unknown,
): Promise<void> {
  const failures = (work.failures.get(picture.id) ?? 0) + 1;
  work.failures.set(picture.id, failures);
  if (failures < ATTEMPTS_MAX) return;
  work.trouble(`making variants of ${picture.fileName}`, error);
  await work.database.write(() => recordVariants(work.database, picture.id, NO_VARIANTS));
}

/** @returns true if there may be more Open Graph images */
async function drawNextOgImage(work: ImageJobContext, job: ClaimedJob): Promise<boolean> {
  const { database } = work;
  const payload = sharePayload.parse(job.payload);
  if ('articles' in payload) {
    for (const id of payload.articles) await drawOgImage(work, { kind: 'article', id });
    return false;
  }
  if ('products' in payload) {
    for (const id of payload.products) await drawOgImage(work, { kind: 'product', id });
    return false;
  }
  const kind = payload.of === 'products' ? 'product' : 'article';
  const from = payload.below ?? Number.MAX_SAFE_INTEGER;
  const ids = listShareableBelow(database, { kind, id: from }, SHARES_PER_TURN);
  for (const id of ids) {
    const drawn = await drawOgImage(work, { kind, id });
    if (!drawn && id !== ids.at(-1)) continue;
    await database.write(() => amendJob(database, job.id, { ...payload, below: id }));
    return true;
  }
  return false;
}

/** @returns true if an image was drawn */
async function drawOgImage(work: ImageJobContext, shared: Shareable): Promise<boolean> {
  const { database } = work;
  const wanted = findOgImageInput(database, shared);
  if (!wanted) return false;
  const { card, page } = wanted;
  const key = shareKeyOf(card);
  const address = sharePicturePath(wanted.publicId);
  const file = path.join(work.picturesFolder, address);
  if (findShareKey(database, shared) === key && existsSync(file)) return false;
  try {
    await work.studio.drawSharePicture(card, file);
  } catch (error) {
    if (isPassing(error)) throw error;
    // The page keeps its current image, and the others continue.
    work.trouble(`drawing the share picture of ${shared.kind} ${shared.id}`, error);
    return false;
  }
  await database.write(() => {
    recordShareKey(database, shared, key);
    refresh(database, { tags: [], paths: [address, page] });
  });
  return true;
}

const isPassing = (error: unknown) => error instanceof StudioClosed || isDiskError(error);

/** Returns the data of an Open Graph image and its page; null if it is not public. */
function findOgImageInput(database: Connection, { kind, id }: Shareable) {
  if (kind === 'product') {
    const product = findProductById(database, id);
    if (product?.state !== 'live') return null;
    const { publicId, slug } = product;
    return { publicId, page: productPath(slug), card: shareCardOfProduct(product) };
  }
  const [article] = findSummaries(database, [id]);
  if (article?.state !== 'live' && article?.state !== 'archived') return null;
  return {
    publicId: article.publicId,
    page: `/blog/${article.slug}`,
    card: shareCardOf(article),
  };
}

function refresh(database: Connection, payload: { tags: string[]; paths: string[] }): void {
  enqueueJob(database, { kind: 'refresh', payload, now: systemClock() });
}
