import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PictureVariants } from '#contracts/picture.ts';
import { enqueueJob, type Job } from '../db/hot/jobs.ts';
import { findPictureToMake } from '../db/hot/picture-variants.ts';
import { findShareKey } from '../db/hot/share-pictures.ts';
import { findJob } from '../db/repositories/jobs.ts';
import { Studio, StudioClosed } from '../pictures/studio.ts';
import { storeImage } from '../services/media/store-image.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertTestArticle, insertTestProduct, insertTestUser } from '../testing/factories.ts';
import { type ImageJobContext, runImageJob } from './image-jobs.ts';
import { claimJobs } from './job-queue.ts';
import { picturesFolderOf } from './picture-folders.ts';

let test: TestApp;
const troubles: string[] = [];
beforeEach(async () => {
  test = await buildTestApp();
  troubles.length = 0;
});
afterEach(() => test.close());

/** A studio that made everything, or fails. */
function standIn(fail?: () => Error) {
  const drawn: string[] = [];
  return {
    drawn,
    async makeVariants(): Promise<PictureVariants> {
      if (fail) throw fail();
      return { avif: [480], webp: [480], preview: null };
    },
    async drawSharePicture(_card: unknown, file: string): Promise<void> {
      if (fail) throw fail();
      drawn.push(path.basename(file));
    },
  };
}

function workWith(studio: ImageJobContext['studio']): ImageJobContext {
  const { dataFolder } = test.context.config;
  return {
    database: test.context.database,
    studio,
    uploadsFolder: path.join(dataFolder, 'uploads'),
    picturesFolder: picturesFolderOf(dataFolder),
    trouble: (what) => void troubles.push(what),
    failures: new Map(),
  };
}

const picture = (width = 600) =>
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

/** Claims what waits of a kind, as the loop would in an hour, and does it. */
async function runOnce(work: ImageJobContext, kind: Job['kind']): Promise<void> {
  const { database } = test.context;
  const now = Date.now() + 3_600_000;
  const claim = { kind, owner: 'test', now, limit: 1 };
  const [job] = await database.write(() => claimJobs(database, claim));
  if (!job) throw new Error(`nothing waits of the kind ${kind}`);
  await runImageJob(work, job);
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

it('leaves a picture to the next process when this one ends, and it is made once', async () => {
  const { database } = test.context;
  const media = await storeImage(test.context, await picture());
  const job = await enqueue('pictures', {});
  await runOnce(workWith(standIn(() => new StudioClosed('ended'))), 'pictures');
  expect([stateOf(job), findPictureToMake(database)?.id]).toEqual(['queued', media.id]);
  expect([troubles, refreshes()]).toEqual([[], []]);
  await runOnce(workWith(standIn()), 'pictures');
  expect(findPictureToMake(database)).toBeNull();
  expect(refreshes()).toEqual([JSON.stringify({ tags: [`media:${media.id}`], paths: [] })]);
  await runOnce(workWith(standIn()), 'pictures');
  expect(stateOf(job)).toBe('done');
  expect(refreshes()).toHaveLength(1);
});

it('waits while the disk is full, and gives a picture up that fails twice', async () => {
  const { database } = test.context;
  const media = await storeImage(test.context, await picture());
  await enqueue('pictures', {});
  const full = workWith(standIn(() => Object.assign(new Error('no space'), { code: 'ENOSPC' })));
  for (let times = 0; times < 4; times += 1) await runOnce(full, 'pictures');
  expect(findPictureToMake(database)?.id).toBe(media.id);
  const broken = workWith(standIn(() => new Error('no picture')));
  await runOnce(broken, 'pictures');
  expect(findPictureToMake(database)?.id).toBe(media.id);
  await runOnce(broken, 'pictures');
  expect(findPictureToMake(database)).toBeNull();
  expect(troubles.at(-1)).toContain(media.fileName);
});

it('draws for all articles one by one, the newest first, and none twice', async () => {
  const { database, config } = test.context;
  const { id: authorId } = insertTestUser(database);
  const articles = [1, 2, 3].map(() => insertTestArticle(database, { authorId }));
  insertTestArticle(database, { authorId, draft: true });
  const job = await enqueue('share', { below: null });
  const studio = standIn();
  for (let times = 0; times < 9 && stateOf(job) !== 'done'; times += 1) {
    await runOnce(workWith(studio), 'share');
  }
  const names = articles.map(({ publicId }) => `${publicId}.png`);
  expect(studio.drawn).toEqual(names.toReversed());
  expect(articles.every(({ id }) => findShareKey(database, { kind: 'article', id }) !== null)).toBe(
    true,
  );
  expect(existsSync(picturesFolderOf(config.dataFolder))).toBe(false);
});

it('draws for products that are for sale, all of them or the one that has changed', async () => {
  const { database } = test.context;
  const [first, second] = [1, 2].map((price) => insertTestProduct(database, { price }));
  for (const state of ['draft', 'retired', 'deleted'] as const)
    insertTestProduct(database, { state });
  const studio = standIn();
  const job = await enqueue('share', { below: null, of: 'products' });
  for (let times = 0; times < 9 && stateOf(job) !== 'done'; times += 1) {
    await runOnce(workWith(studio), 'share');
  }
  expect(studio.drawn).toEqual([`${second?.publicId}.png`, `${first?.publicId}.png`]);
  expect(findShareKey(database, { kind: 'product', id: first?.id ?? 0 })).not.toBeNull();
  expect(refreshes().at(-1)).toContain(`/shop/products/detail/${first?.slug}`);
  await enqueue('share', { products: [second?.id ?? 0] });
  await runOnce(workWith(studio), 'share');
  // The files are a stand-in's and not there, so that the same picture is drawn again.
  expect(studio.drawn.at(-1)).toBe(`${second?.publicId}.png`);
});

it('goes on drawing when one article cannot be drawn', async () => {
  const { database } = test.context;
  const { id: authorId } = insertTestUser(database);
  const ids = [1, 2].map(() => insertTestArticle(database, { authorId }).id);
  const job = await enqueue('share', { articles: ids });
  await runOnce(workWith(standIn(() => new Error('no such glyph'))), 'share');
  expect(stateOf(job)).toBe('done');
  expect(troubles).toHaveLength(2);
});

it('has a process of its own that says what is wrong, and ends when it is told to', {
  tags: ['topic'],
}, async () => {
  const media = await storeImage(test.context, await picture(500));
  const { uploadsFolder, picturesFolder } = workWith(standIn());
  const source = path.join(uploadsFolder, media.fileName);
  const studio = new Studio();
  expect(await studio.makeVariants(source, picturesFolder)).toMatchObject({ avif: [500] });
  const gone = studio.makeVariants(path.join(uploadsFolder, 'none.jpg'), picturesFolder);
  await expect(gone).rejects.toMatchObject({ code: 'ENOENT' });
  const cut = studio.makeVariants(source, picturesFolder);
  studio.close();
  await expect(cut).rejects.toThrow(StudioClosed);
  await expect(studio.makeVariants(source, picturesFolder)).rejects.toThrow(StudioClosed);
});
