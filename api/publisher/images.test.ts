import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBackupFile } from '../services/backup/make-backup.ts';
import { mediaUrl, storeImage } from '../services/media/store-image.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { filesContaining, readSiteFile } from '../testing/test-release.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';

let site: TestSite;
let admin: Caller;

const imageConfig = { config: { makeImages: true } };
beforeEach(async () => {
  site = await startTestSite(imageConfig);
  admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
});
afterEach(() => site.close());

const testImage = (seed: number) =>
  sharp({
    create: {
      width: 600,
      height: 300,
      channels: 3,
      background: { r: seed, g: 90, b: 60 },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(1.5)
    .jpeg({ quality: 92 })
    .toBuffer();
const page = (pagePath: string) => readSiteFile(site.siteFolder(), pagePath) ?? '';
const bodyOf = (html: string) => /<div class="prose">([\s\S]*?)<\/div>\s*<footer/.exec(html)?.[1];
/** Returns the URLs of all images of a page. */
const imageUrlsOf = (html: string) => [
  ...new Set([...html.matchAll(/\/(?:media|og)\/[\w-]+\.\w+/g)].map(([imagePath]) => imagePath)),
];
const missingOf = (html: string) =>
  imageUrlsOf(html).filter((imageUrl) => !existsSync(path.join(site.siteFolder(), imageUrl)));
const ogImageOf = (slug: string) =>
  /property="og:image" content="[^"]*?(\/og\/[^"]+)"/.exec(page(`/blog/${slug}`))?.[1] ?? null;
const ogImageFile = (slug: string) =>
  path.join(site.siteFolder(), (ogImageOf(slug) ?? '/none').replace(/\?.*/, ''));

describe('an image of an article', () => {
  it('is shown without variants first, and with AVIF and WebP when these exist', {
    tags: ['verify'],
  }, async () => {
    const cover = await storeImage(site.context, await testImage(10));
    const inside = await storeImage(site.context, await testImage(200));
    const markdown = `Text.\n\n![A cat](${mediaUrl(inside)})\n`;
    const article = await createByApi(admin, {
      title: 'With images',
      markdown,
      images: { public_id: cover.publicId, url: mediaUrl(cover) },
    });
    await until('the page is there', () => page(`/blog/${article.slug}`) !== '');
    expect(missingOf(page(`/blog/${article.slug}`))).toEqual([]);
    await site.settled();

    const html = page(`/blog/${article.slug}`);
    for (const media of [cover, inside]) {
      const name = media.fileName.replace('.jpg', '');
      for (const format of ['avif', 'webp']) {
        expect(html).toContain(
          `<source type="image/${format}" srcset="/media/${name}-480.${format} 480w, /media/${name}-600.${format} 600w"`,
        );
      }
      expect(html).toContain(`src="/media/${media.fileName}" `);
    }
    expect(missingOf(html)).toEqual([]);
    const previewed =
      /="\/media[^<>]*>(<[^<>]*>)<\/picture><img class="frame__preview" src="data:image\/webp;/g;
    expect(html.match(previewed)).toHaveLength(2);
    // Only the cover is urgent: first in the head, then in the page.
    const urgent = html.match(/<[^<>]* fetchpriority="high"/g) ?? [];
    expect(urgent.map((tag) => tag.split(' ', 1)[0])).toEqual(['<link', '<img']);
    for (const tag of urgent) expect(tag).toContain(cover.fileName.replace('.jpg', ''));
    expect(urgent[0]).toContain('rel="preload" as="image"');
    const [card] = JSON.parse(page('/cards/latest.json')).articles;
    const small = `/media/${cover.fileName.replace('.jpg', '')}-600`;
    expect(card.cover).toEqual({
      url: `${small}.webp`,
      width: 600,
      height: 300,
      sources: [{ type: 'image/avif', srcset: `${small}.avif` }],
      preview: expect.stringMatching(/^data:image\/webp;base64,/),
    });
    const [listed] = (await admin('GET /api/articles')).json().articles;
    expect(listed.images.preview).toBe(card.cover.preview);
    // Lists also show variants of the cover; feeds and Markdown copies do not.
    expect(page('/blog')).toContain(`${cover.fileName.replace('.jpg', '')}-480.avif 480w`);
    for (const plain of ['/rss.xml', '/atom.xml', '/feed.json', `/blog/${article.slug}.md`]) {
      expect(page(plain)).toContain(inside.fileName);
      expect(page(plain)).not.toContain('-480.');
    }
    const preview = await admin('POST /api/preview', { markdown });
    expect(bodyOf(html)).toBe(preview.json().html);
    expect(preview.json().html).toContain('<source type="image/avif"');
  });

  it('that cannot be decoded has no variants and does not block others', {
    tags: ['topic'],
  }, async () => {
    const broken = await storeImage(site.context, await testImage(20));
    rmSync(path.join(site.dataFolder, 'uploads', broken.fileName));
    const sound = await storeImage(site.context, await testImage(30));
    const markdown = `![](${mediaUrl(broken)})\n\n![](${mediaUrl(sound)})\n`;
    const { slug } = await createByApi(admin, { title: 'One is broken', markdown });
    await site.settled();
    expect(page(`/blog/${slug}`)).toContain(`${sound.fileName.replace('.jpg', '')}-480.avif`);
    expect(page(`/blog/${slug}`)).not.toContain(`${broken.fileName.replace('.jpg', '')}-480`);
    expect(site.logged.join()).toContain(broken.fileName);
  });

  it('has its variants generated again if their files are missing', {
    tags: ['verify'],
  }, async () => {
    const media = await storeImage(site.context, await testImage(40));
    const markdown = `![](${mediaUrl(media)})\n`;
    const images = { public_id: media.publicId };
    const { slug } = await createByApi(admin, { title: 'Lost and found', markdown, images });
    await site.settled();
    const before = page(`/blog/${slug}`);
    const { manifest } = await createBackupFile(site.dataFolder, Date.now());
    expect(manifest.files.filter(({ name }) => name.startsWith('images'))).toEqual([]);
    await site.stop();
    // As after a restore on another machine: backups contain no generated images and releases.
    for (const folder of ['images', 'releases', 'live']) {
      rmSync(path.join(site.dataFolder, folder), { recursive: true });
    }
    const restartedSite = await startTestSite({ ...imageConfig, dataFolder: site.dataFolder });
    try {
      const plain = readSiteFile(restartedSite.siteFolder(), `/blog/${slug}`) ?? '';
      expect(imageUrlsOf(plain)).toEqual([mediaUrl(media)]);
      await restartedSite.settled();
      expect(readSiteFile(restartedSite.siteFolder(), `/blog/${slug}`)).toBe(before);
    } finally {
      await restartedSite.close();
      rmSync(site.dataFolder, { recursive: true, force: true });
    }
  });
});

describe('the Open Graph image of an article', () => {
  it('is drawn after the page, changes with the title, and is deleted with the article', {
    tags: ['verify'],
  }, async () => {
    const article = await createByApi(admin, { title: 'A first title' });
    await until('the page is there', () => page(`/blog/${article.slug}`) !== '');
    if (ogImageOf(article.slug) === null) {
      expect(page(`/blog/${article.slug}`)).toMatch(/og:image" content="[^"]*\/media\/\w+\.png"/);
    }
    await site.settled();
    const first = ogImageOf(article.slug);
    expect(first).toMatch(/^\/og\/\w+\.png\?v=[0-9a-f]{8}$/);
    const bytes = readFileSync(ogImageFile(article.slug));
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1200, 630]);
    const response = await site.app.inject(first ?? '');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
    expect(page(`/blog/${article.slug}`)).toContain(`"image":["${site.context.config.siteUrl}/og/`);

    await admin(`PUT /api/articles/${article._id}`, { title: 'A second title' });
    await site.settled();
    expect(ogImageOf(article.slug)).not.toBe(first);
    expect(readFileSync(ogImageFile(article.slug)).equals(bytes)).toBe(false);
    expect(readdirSync(path.join(site.siteFolder(), 'og'))).toHaveLength(1);

    await admin(`PUT /api/articles/${article._id}`, { slug: 'elsewhere' });
    await site.settled();
    expect(ogImageOf('elsewhere')).not.toBe(null);
    expect(existsSync(ogImageFile('elsewhere'))).toBe(true);

    await admin(`DELETE /api/articles/${article._id}`);
    await site.settled();
    expect(readdirSync(path.join(site.siteFolder(), 'og'))).toEqual([]);
    expect(filesContaining(site.siteFolder(), '/og/')).toEqual([]);
  });

  it('is drawn once and linked into later releases', { tags: ['verify'] }, async () => {
    const { slug } = await createByApi(admin, { title: 'Drawn once' });
    await site.settled();
    const drawn = statSync(ogImageFile(slug)).ino;
    await site.stop();
    for (const folder of ['releases', 'live']) {
      rmSync(path.join(site.dataFolder, folder), { recursive: true });
    }
    const restartedSite = await startTestSite({ ...imageConfig, dataFolder: site.dataFolder });
    try {
      await restartedSite.settled();
      const html = readSiteFile(restartedSite.siteFolder(), `/blog/${slug}`) ?? '';
      const imagePath = /content="[^"]*(\/og\/\w+\.png)\?v=/.exec(html)?.[1] ?? '';
      expect(statSync(path.join(restartedSite.siteFolder(), imagePath)).ino).toBe(drawn);
    } finally {
      await restartedSite.close();
      rmSync(site.dataFolder, { recursive: true, force: true });
    }
  });
});
