import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { media } from '../../db/schema/media.ts';
import { sharedMarkdown } from '../../testing/fakes.ts';
import { openTemporarySite, type TemporarySite } from '../../testing/test-database.ts';
import { removeImages } from './media-files.ts';
import { hasNoMetadata, InvalidImageError, purgeOrphanedMedia, storeImage } from './store-image.ts';

const markdown = sharedMarkdown('http://localhost:3000');
let site: TemporarySite;
beforeEach(() => {
  site = openTemporarySite(markdown);
});
afterEach(() => site.close());

const uploads = () => path.join(site.context.config.dataFolder, 'uploads');
const stored = (fileName: string) => readFileSync(path.join(uploads(), fileName));
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 9, g: 99, b: 199 } } });
const noisy = () =>
  sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

describe('a stored image', () => {
  it('is re-encoded upright, without metadata, under a name derived from its content', async () => {
    const source = await plain(40, 20)
      .withExif({ IFD0: { Copyright: 'secret <script>' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const media = await storeImage(site.context, source);
    expect(media.fileName).toMatch(/^[0-9a-f]{32}\.jpg$/);
    expect([media.width, media.height, media.mime]).toEqual([20, 40, 'image/jpeg']);
    const { exif, orientation } = await sharp(stored(media.fileName)).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(stored(media.fileName).includes('secret')).toBe(false);
    expect(hasNoMetadata(stored(media.fileName))).toBe(true);
  });

  it('keeps its file if it is deleted and uploaded again at the same time', async () => {
    const source = await plain(40, 20).png().toBuffer();
    const { fileName } = await storeImage(site.context, source);
    const { database } = site.context;
    const { write } = database;
    database.write = async (work) => {
      database.write = write;
      await write((query) => query.delete(media).run());
      rmSync(path.join(uploads(), fileName));
      return write(work);
    };
    // Another file with the same pixels: the upload finds the stored file, and no row of its source.
    const same = await plain(40, 20).webp({ lossless: true }).toBuffer();
    expect((await storeImage(site.context, same)).fileName).toBe(fileName);
    expect(stored(fileName).length).toBeGreaterThan(0);

    await removeImages(site.context, [fileName]);
    expect(existsSync(path.join(uploads(), fileName))).toBe(true);
  });

  it.each([
    ['webp', () => noisy().webp().toBuffer()],
    ['avif', () => noisy().avif({ effort: 0 }).toBuffer()],
    ['gif', () => noisy().gif().toBuffer()],
    ['png', () => noisy().png({ palette: true }).toBuffer()],
    ['16-bit png', () => noisy().toColourspace('rgb16').png().toBuffer()],
    ['tiff', () => noisy().tiff().toBuffer()],
  ])('becomes a PNG without metadata from %s', async (_name, make) => {
    const media = await storeImage(site.context, await make());
    expect(media).toMatchObject({ mime: 'image/png', width: 60, height: 40 });
    expect(hasNoMetadata(stored(media.fileName))).toBe(true);
  });

  it('is stored once, also in another encoding of the same content', async () => {
    const source = await noisy().png().toBuffer();
    const first = await storeImage(site.context, source);
    const second = await storeImage(site.context, source);
    const pixelsAgain = await storeImage(site.context, stored(first.fileName));
    expect([second.id, pixelsAgain.id]).toEqual([first.id, first.id]);
    expect(readdirSync(uploads())).toEqual([first.fileName]);
  });

  it('keeps its bytes when it returns from an export, also as a JPEG', async () => {
    const first = await storeImage(
      site.context,
      await noisy().jpeg({ progressive: true }).toBuffer(),
    );
    const bytes = stored(first.fileName);
    const other = openTemporarySite(markdown);
    const second = await storeImage(other.context, bytes, { exportedAs: first.fileName });
    expect([second.fileName, second.bytes]).toEqual([first.fileName, first.bytes]);
    other.close();
  });

  it('is re-encoded if it contains metadata, even under the name of its hash', async () => {
    const image = await noisy().jpeg().toBuffer();
    const loaded = Buffer.concat([image, Buffer.from('<script>alert(1)</script>')]);
    const name = `${createHash('sha256').update(loaded).digest('hex').slice(0, 32)}.jpg`;
    const media = await storeImage(site.context, loaded, { exportedAs: name, lenient: true });
    expect(media.fileName).not.toBe(name);
    expect(stored(media.fileName).includes('script')).toBe(false);
  });

  it('is scaled down to 4,000 pixels a side', async () => {
    const media = await storeImage(site.context, await plain(5000, 100).png().toBuffer());
    expect([media.width, media.height]).toEqual([4000, 80]);
  });

  it('is rasterised from SVG without loading resources', async () => {
    const secret = path.join(site.folder, 'secret.png');
    await plain(10, 10).toFile(secret);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">
      <script>alert(1)</script><image href="file://${secret}" width="10" height="10"/>
      <image href="http://127.0.0.1:9/x.png" width="10" height="10"/></svg>`;
    const media = await storeImage(site.context, Buffer.from(svg));
    const { channels } = await sharp(stored(media.fileName)).stats();
    expect(media.mime).toBe('image/png');
    expect(channels.at(-1)?.max).toBe(0);
  });

  it('gets its file back if that was lost', async () => {
    const source = await noisy().png().toBuffer();
    const { fileName } = await storeImage(site.context, source);

    rmSync(path.join(uploads(), fileName));
    await storeImage(site.context, source);
    expect(existsSync(path.join(uploads(), fileName))).toBe(true);
  });
});

describe('an invalid image', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('<html><img src=x onerror=alert(1)>')],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>')],
    ['half of a PNG', async () => (await noisy().png().toBuffer()).subarray(0, 900)],
    ['half of a JPEG', async () => (await noisy().jpeg().toBuffer()).subarray(0, 700)],
    ['25 megapixels in a few kilobytes', () => plain(5000, 5000).png().toBuffer()],
    [
      'an SVG of 65,536 pixels',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="65536" height="65536"/>'),
    ],
    ['more than 25 MB', () => Buffer.alloc(26 * 1_048_576)],
  ])('is rejected: %s', async (_name, make) => {
    await expect(storeImage(site.context, await make())).rejects.toThrow(InvalidImageError);
    expect(existsSync(uploads()) ? readdirSync(uploads()) : []).toEqual([]);
  });
});

it('purges files without a row after a day', async () => {
  const { fileName } = await storeImage(site.context, await noisy().png().toBuffer());
  const old = new Date(site.clock.now() - 2 * 86_400_000);
  for (const name of ['orphan.png', '.half.png.abc.tmp', fileName]) {
    if (name !== fileName) writeFileSync(path.join(uploads(), name), 'x');
    utimesSync(path.join(uploads(), name), old, old);
  }
  writeFileSync(path.join(uploads(), 'fresh.png'), 'x');
  expect((await purgeOrphanedMedia(site.context)).sort()).toEqual([
    '.half.png.abc.tmp',
    'orphan.png',
  ]);
  expect(readdirSync(uploads()).sort()).toEqual([fileName, 'fresh.png'].sort());
});

it('ignores temporary files of uploads that end meanwhile', async () => {
  mkdirSync(uploads(), { recursive: true });
  const names = Array.from({ length: 200 }, (_, number) => `.upload-${number}.png.abc.tmp`);
  // The files vanish at several moments, so that one of them is after the purge has read their names.
  for (const turnCount of [1, 4, 8, 16, 32, 64]) {
    for (const name of names) writeFileSync(path.join(uploads(), name), 'x');
    const purge = purgeOrphanedMedia(site.context);
    for (let turn = 0; turn < turnCount; turn += 1) await new Promise(setImmediate);
    for (const name of names) rmSync(path.join(uploads(), name));
    expect(await purge).toEqual([]);
  }
});
