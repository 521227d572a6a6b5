import { existsSync } from 'node:fs';
import path from 'node:path';
import { sharePayload } from '#contracts/job.ts';
import { NO_VARIANTS } from '#contracts/picture.ts';
import { productPath } from '#contracts/product.ts';
import { sharePicturePath } from '#contracts/share-picture.ts';
import { systemClock } from '../clock.ts';
import type { Connection } from '../db/connection.ts';
import { findSummaries } from '../db/repositories/articles.ts';
import { amendJob, enqueueJob, finishJob, type Job } from '../db/repositories/jobs.ts';
import {
  findPictureToMake,
  listCoveredArticles,
  recordVariants,
  type StoredPicture,
} from '../db/repositories/picture-variants.ts';
import { findProductById } from '../db/repositories/products.ts';
import {
  findShareKey,
  listShareableBelow,
  recordShareKey,
  type Shareable,
} from '../db/repositories/share-pictures.ts';
import { type Studio, StudioClosed } from '../pictures/studio.ts';
import { tag } from './dependency-tags.ts';
import { isDiskTrouble } from './job-failure.ts';
import { shareCardOf, shareCardOfProduct, shareKeyOf } from './share-card.ts';

/** Times a picture is tried before it stays as it is. */
const TRIES = 2;
/** Milliseconds until the disk is asked again. */
const RETRY_MS = 5000;
/** Articles or products looked at in one turn, of which at most one is drawn. */
const SHARES_PER_TURN = 50;

/** What making pictures may use of the publisher. */
export interface StudioWork {
  database: Connection;
  studio: Pick<Studio, 'makeVariants' | 'drawSharePicture'>;
  uploadsFolder: string;
  picturesFolder: string;
  trouble: (what: string, error: unknown) => void;
  /** How often each picture has failed here, by the row id of its image. */
  failures: Map<number, number>;
}

/**
 * Makes at most one picture and puts the job back as long as there is more to do, so that newer
 * wishes get their turn. Pages that show it follow as a `refresh` of their own, written in the same
 * transaction: killed anywhere, the next process goes on.
 */
export async function runStudioJob(work: StudioWork, job: Job): Promise<void> {
  const { database } = work;
  const end = (retryAt?: number) =>
    database.write(() =>
      finishJob(database, job.id, {
        state: 'done',
        now: systemClock(),
        ...(retryAt !== undefined && { retryAt }),
      }),
    );
  try {
    const more =
      job.kind === 'pictures' ? await makeNextPicture(work) : await drawNextShare(work, job);
    await end(more ? systemClock() : undefined);
  } catch (error) {
    if (!(error instanceof StudioClosed)) work.trouble(job.kind, error);
    await end(systemClock() + RETRY_MS);
  }
}

/** @returns whether there may be more to make */
async function makeNextPicture(work: StudioWork): Promise<boolean> {
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
    await giveUpInTime(work, picture, error);
  }
  return true;
}

/** A picture nobody can read must not keep the others waiting. */
async function giveUpInTime(
  work: StudioWork,
  picture: StoredPicture,
  error: unknown,
): Promise<void> {
  const failures = (work.failures.get(picture.id) ?? 0) + 1;
  work.failures.set(picture.id, failures);
  if (failures < TRIES) return;
  work.trouble(`making variants of ${picture.fileName}`, error);
  await work.database.write(() => recordVariants(work.database, picture.id, NO_VARIANTS));
}

/** @returns whether there may be more to draw */
async function drawNextShare(work: StudioWork, job: Job): Promise<boolean> {
  const { database } = work;
  const payload = sharePayload.parse(job.payload);
  if ('articles' in payload) {
    for (const id of payload.articles) await drawShare(work, { kind: 'article', id });
    return false;
  }
  if ('products' in payload) {
    for (const id of payload.products) await drawShare(work, { kind: 'product', id });
    return false;
  }
  const kind = payload.of === 'products' ? 'product' : 'article';
  const from = payload.below ?? Number.MAX_SAFE_INTEGER;
  const ids = listShareableBelow(database, { kind, id: from }, SHARES_PER_TURN);
  for (const id of ids) {
    const drawn = await drawShare(work, { kind, id });
    if (!drawn && id !== ids.at(-1)) continue;
    await database.write(() => amendJob(database, job.id, { ...payload, below: id }));
    return true;
  }
  return false;
}

/** @returns whether a picture had to be drawn */
async function drawShare(work: StudioWork, shared: Shareable): Promise<boolean> {
  const { database } = work;
  const wanted = wantedOf(database, shared);
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
    // Its page keeps the picture it has; the others shall not wait.
    work.trouble(`drawing the share picture of ${shared.kind} ${shared.id}`, error);
    return false;
  }
  await database.write(() => {
    recordShareKey(database, shared, key);
    refresh(database, { tags: [], paths: [address, page] });
  });
  return true;
}

const isPassing = (error: unknown) => error instanceof StudioClosed || isDiskTrouble(error);

/** What a picture is drawn from, and the page that names it; null where nobody may read it. */
function wantedOf(database: Connection, { kind, id }: Shareable) {
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
