import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImageVariants } from '#contracts/image.ts';
import { findImageWithoutVariants, findOgImageKey } from '../db/hot/images.ts';
import { enqueueJob, type Job } from '../db/hot/jobs.ts';
import { findJob } from '../db/repositories/jobs.ts';
import { ImageWorker, ImageWorkerClosedError } from '../images/image-worker.ts';
import { storeImage } from '../services/media/store-image.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertTestArticle, insertTestProduct, insertTestUser } from '../testing/factories.ts';
import { type ImageJobContext, imagesFolderOf, runImageJob } from './image-jobs.ts';
import { claimJobs } from './job-queue.ts';

let test: TestApp;
const errors: string[] = [];
beforeEach(async () => {
  test = await buildTestApp();
  errors.length = 0;
});
afterEach(() => test.close());

/** Returns an image worker without files, which fails if an error is given. */
function fakeWorker(fail?: () => Error) {
  const drawn: string[] = [];
  return {
    drawn,
    async makeVariants(): Promise<ImageVariants> {
      if (fail) throw fail();
      return { avif: [480], webp: [480], preview: null };
    },
    async drawOgImage(_card: unknown, file: string): Promise<void> {
      if (fail) throw fail();
      drawn.push(path.basename(file));
    },
  };
}

function contextWith(worker: ImageJobContext['worker']): ImageJobContext {
  const { dataFolder } = test.context.config;
  return {
    database: test.context.database,
    worker,
    uploadsFolder: path.join(dataFolder, 'uploads'),
    imagesFolder: imagesFolderOf(dataFolder),
    live: () => ({ context: { sampleContent: {}, guards: [] } }),
    onError: (what) => void errors.push(what),
    failures: new Map(),
  };
}

const testImage = (width = 600) =>
  sharp({
    create: {
      width,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 99, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

/** Claims and runs a job of a kind, including jobs that are due within an hour. */
async function runOnce(context: ImageJobContext, kind: Job['kind']): Promise<void> {
  const { database } = test.context;
  const now = Date.now() + 3_600_000;
  const claim = { kind, owner: 'test', now, limit: 1 };
  const [job] = await database.write(() => claimJobs(database, claim));
  if (!job) throw new Error(`no job of the kind ${kind} is due`);
  await runImageJob(context, job);
}
const enqueue = (kind: Job['kind'], payload: object) =>
  test.context.database.write(() =>
    enqueueJob(test.context.database, { kind, payload, now: Date.now() }),
  );
const stateOf = (job: number) => findJob(test.context.database, job)?.state;
const refreshes = () =>
  test.context.database.raw
    .prepare("SELECT payload FROM jobs WHERE kind = 'refresh' ORDER BY id")
    .pluck()
    .all() as string[];

it('makes the variants of an image once, also if the process ends during the first attempt', async () => {
  const { database } = test.context;
  const media = await storeImage(test.context, await testImage());
  const job = await enqueue('images', {});
  await runOnce(contextWith(fakeWorker(() => new ImageWorkerClosedError('ended'))), 'images');
  expect([stateOf(job), findImageWithoutVariants(database)?.id]).toEqual(['queued', media.id]);
  expect([errors, refreshes()]).toEqual([[], []]);
  await runOnce(contextWith(fakeWorker()), 'images');
  expect(findImageWithoutVariants(database)).toBeNull();
  expect(refreshes()).toEqual([JSON.stringify({ tags: [`media:${media.id}`], paths: [] })]);
  await runOnce(contextWith(fakeWorker()), 'images');
  expect(stateOf(job)).toBe('done');
  expect(refreshes()).toHaveLength(1);
});

it('retries while the disk is full, and skips an image that failed twice', async () => {
  const { database } = test.context;
  const media = await storeImage(test.context, await testImage());
  await enqueue('images', {});
  const full = contextWith(
    fakeWorker(() => Object.assign(new Error('no space'), { code: 'ENOSPC' })),
  );
  for (let times = 0; times < 4; times += 1) await runOnce(full, 'images');
  expect(findImageWithoutVariants(database)?.id).toBe(media.id);
  const broken = contextWith(fakeWorker(() => new Error('no image')));
  await runOnce(broken, 'images');
  expect(findImageWithoutVariants(database)?.id).toBe(media.id);
  await runOnce(broken, 'images');
  expect(findImageWithoutVariants(database)).toBeNull();
  expect(errors.at(-1)).toContain(media.fileName);
});

it('draws the images of all articles once, newest first', async () => {
  const { database, config } = test.context;
  const { id: authorId } = insertTestUser(database);
  const articles = [1, 2, 3].map(() => insertTestArticle(database, { authorId }));
  insertTestArticle(database, { authorId, draft: true });
  const job = await enqueue('og-images', { below: null });
  const worker = fakeWorker();
  for (let times = 0; times < 9 && stateOf(job) !== 'done'; times += 1) {
    await runOnce(contextWith(worker), 'og-images');
  }
  const names = articles.map(({ publicId }) => `${publicId}.png`);
  expect(worker.drawn).toEqual(names.toReversed());
  expect(
    articles.every(({ id }) => findOgImageKey(database, { kind: 'article', id }) !== null),
  ).toBe(true);
  expect(existsSync(imagesFolderOf(config.dataFolder))).toBe(false);
});

it('draws the images of all products for sale, or of a changed product', async () => {
  const { database } = test.context;
  const [first, second] = [1, 2].map((price) => insertTestProduct(database, { price }));
  for (const state of ['draft', 'retired', 'deleted'] as const)
    insertTestProduct(database, { state });
  const worker = fakeWorker();
  const job = await enqueue('og-images', { below: null, of: 'products' });
  for (let times = 0; times < 9 && stateOf(job) !== 'done'; times += 1) {
    await runOnce(contextWith(worker), 'og-images');
  }
  expect(worker.drawn).toEqual([`${second?.publicId}.png`, `${first?.publicId}.png`]);
  expect(findOgImageKey(database, { kind: 'product', id: first?.id ?? 0 })).not.toBeNull();
  expect(refreshes().at(-1)).toContain(`/shop/products/detail/${first?.slug}`);
  await enqueue('og-images', { products: [second?.id ?? 0] });
  await runOnce(contextWith(worker), 'og-images');
  // The fake writes no file, so the same image is drawn again.
  expect(worker.drawn.at(-1)).toBe(`${second?.publicId}.png`);
});

it('continues after an image that cannot be drawn', async () => {
  const { database } = test.context;
  const { id: authorId } = insertTestUser(database);
  const ids = [1, 2].map(() => insertTestArticle(database, { authorId }).id);
  const job = await enqueue('og-images', { articles: ids });
  await runOnce(contextWith(fakeWorker(() => new Error('no such glyph'))), 'og-images');
  expect(stateOf(job)).toBe('done');
  expect(errors).toHaveLength(2);
});

it('runs a process that reports errors and ends on request', { tags: ['topic'] }, async () => {
  const media = await storeImage(test.context, await testImage(500));
  const { uploadsFolder, imagesFolder } = contextWith(fakeWorker());
  const source = path.join(uploadsFolder, media.fileName);
  const worker = new ImageWorker();
  expect(await worker.makeVariants(source, imagesFolder)).toMatchObject({ avif: [500] });
  const missing = worker.makeVariants(path.join(uploadsFolder, 'none.jpg'), imagesFolder);
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
  const interrupted = worker.makeVariants(source, imagesFolder);
  worker.close();
  await expect(interrupted).rejects.toThrow(ImageWorkerClosedError);
  await expect(worker.makeVariants(source, imagesFolder)).rejects.toThrow(ImageWorkerClosedError);
});

it('survives a process that cannot be started, and starts it for the next image', {
  tags: ['topic'],
}, async () => {
  const media = await storeImage(test.context, await testImage(500));
  const { uploadsFolder, imagesFolder } = contextWith(fakeWorker());
  const source = path.join(uploadsFolder, media.fileName);
  const worker = new ImageWorker();
  const { execPath } = process;
  process.execPath = path.join(uploadsFolder, 'no-program');
  const failing = worker.makeVariants(source, imagesFolder);
  process.execPath = execPath;
  await expect(failing).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await worker.makeVariants(source, imagesFolder)).toMatchObject({ avif: [500] });
  worker.close();
});
