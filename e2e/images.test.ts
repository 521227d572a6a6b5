import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { validateHtml } from './support/html.ts';
import { layoutShift, watchLayoutShift } from './support/layout-errors.ts';
import { releaseFolder, releasePages } from './support/release.ts';
import { expect, type Site, test } from './support/site.ts';
import { scrollTo } from './support/waits.ts';

test.use({ environment: { MAKE_PICTURES: 'true' } });

const WIDTH = 1400;
/** Widths of the variants of an image of this width. */
const VARIANT_WIDTHS = [480, 800, 1200, WIDTH];
/** Number of games in the sample catalogue. */
const GAMES = globSync('content/games/*.json').length;
const ARTICLE = '/blog/an-article-with-images';

/** Imports an article with a cover and two images, the last of them far below. */
async function importArticle(site: Site): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'journey-import-'));
  mkdirSync(path.join(folder, 'media'));
  for (const [index, name] of ['cover', 'near', 'far'].entries()) {
    await sharp({
      create: {
        width: WIDTH,
        height: 700,
        channels: 3,
        background: '#105c5c',
        noise: { type: 'gaussian', mean: 100 + 30 * index, sigma: 20 },
      },
    })
      .blur(2)
      .jpeg({ quality: 90 })
      .toFile(path.join(folder, 'media', `${name}.jpg`));
  }
  const paragraphs =
    'A paragraph of words between two images, so that one is far below.\n\n'.repeat(160);
  writeFileSync(
    path.join(folder, 'an-article-with-images.md'),
    `---\ntitle: An article with images\nsubtitle: To look at\ndescription: Images.\nimage: media/cover.jpg\nimageAlt: The cover\n---\n\n![Near](media/near.jpg)\n\n${paragraphs}![Far](media/far.jpg)\n`,
  );
  const { status, stderr } = spawnSync('node', ['api/commands/import.ts', `FROM=${folder}`], {
    env: { ...process.env, DATA_DIR: site.dataFolder, FROM: folder, LOG_LEVEL: 'error' },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`not imported: ${stderr}`);
}

const readMeta = (html: string, property: string) =>
  new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1];

/** Returns the displayed width of an image and the URL of the file that the browser chose. */
async function readDisplayedImage(page: Page, name: string) {
  const image = page.getByRole('main').getByRole('img', { name });
  await scrollTo(image);
  await expect
    .poll(() =>
      image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0),
    )
    .toBe(true);
  return image.evaluate((element: HTMLImageElement) => ({
    displayed: element.getBoundingClientRect().width,
    file: element.currentSrc,
  }));
}

test('an article shows its images as AVIF in fitting widths without layout shift', {
  tag: '@verify',
}, async ({ browser, page, request, site }) => {
  await importArticle(site);
  const html = async () => (await request.get(site.url + ARTICLE)).text();
  await expect
    .poll(async () => (await html()).match(/type="image\/avif" srcset="\/media/g)?.length, {
      timeout: 600_000,
    })
    .toBe(3);
  // Validates pages with image variants, which the test of all pages does not have.
  const pages = ['/', '/blog', ARTICLE].map(async (where) => ({
    path: where,
    html: await (await request.get(site.url + where)).text(),
  }));
  expect(await validateHtml(await Promise.all(pages))).toEqual([]);

  await watchLayoutShift(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const requestedUrls: string[] = [];
    page.on('request', (sent) => requestedUrls.push(sent.url()));
    await page.goto(site.url + ARTICLE, { waitUntil: 'networkidle' });
    const requestedImages = (ending: string) =>
      requestedUrls.filter((url) => url.includes('/media/') && url.endsWith(ending));
    // Loads the cover and the image nearby, but neither the distant image nor an original.
    await expect.poll(() => requestedImages('.avif')).toHaveLength(2);
    expect([...requestedImages('.jpg'), ...requestedImages('.webp')]).toEqual([]);
    for (const name of ['The cover', 'Near', 'Far']) {
      const { displayed, file } = await readDisplayedImage(page, name);
      const fitting = VARIANT_WIDTHS.find((variant) => variant >= Math.round(displayed)) ?? WIDTH;
      expect(file, `${name} at ${width}`).toContain(`-${fitting}.avif`);
    }
    expect(requestedImages('.avif')).toHaveLength(3);
    expect(await layoutShift(page)).toBe(0);
    page.removeAllListeners('request');
    // Another visit to the same URL would count as a reload, which restores the scroll position.
    await page.goto('about:blank');
  }

  const context = await browser.newContext({ javaScriptEnabled: false });
  const reader = await context.newPage();
  const loaded = reader.waitForResponse((response) => response.url().endsWith('.avif'));
  await reader.goto(site.url + ARTICLE);
  expect((await loaded).headers()['content-type']).toBe('image/avif');
  await expect(reader.getByRole('img', { name: 'The cover' })).toBeVisible();
  await context.close();

  const url = async () => readMeta(await html(), 'og:image');
  await expect.poll(url).toMatch(/\/og\/\w+\.png\?v=/);
  const shared = await request.get((await url()) ?? '');
  const { format, width, height } = await sharp(await shared.body()).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
});

test('games show their images as AVIF in fitting widths, with a preview and WebP variants', {
  tag: '@verify',
}, async ({ page, request, site }) => {
  for (const [width, fitting] of [
    [360, 720],
    [1440, 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const requestedUrls: string[] = [];
    page.on('request', (sent) => requestedUrls.push(sent.url()));
    await page.goto(`${site.url}/gamecorner/game/11`, { waitUntil: 'networkidle' });
    const { file } = await readDisplayedImage(page, 'Firewatch, image 1 of 4');
    expect(file).toMatch(new RegExp(`/1-${fitting}\\.[\\w-]+\\.avif$`));
    // The other three images and other variants of this one are not loaded yet.
    const requestedImages = requestedUrls.filter((url) =>
      /\/[1-4]-\d+\.[\w-]+\.(?:avif|webp)$/.test(url),
    );
    expect(requestedImages).toEqual([file]);
    page.removeAllListeners('request');
    await page.goto('about:blank');
  }
  for (const [where, count] of [
    ['/gamecorner', 12 + 8],
    ['/gamecorner/browser', GAMES],
    ['/gamecorner/game/11', 4],
    ['/gamecorner/game/10', 4],
  ] as const) {
    await page.goto(site.url + where);
    const frames = await page.locator('main .frame').evaluateAll((all) =>
      all.map((frame) => ({
        types: [...frame.querySelectorAll('source')].map(({ type }) => type),
        widths: [...frame.querySelectorAll('source')].map(
          ({ srcset }) => srcset.match(/ \d+w/g)?.length,
        ),
        urls: [...frame.querySelectorAll('source')].flatMap(({ srcset }) =>
          srcset.split(', ').map((form) => form.split(' ')[0] ?? ''),
        ),
        fallback: frame.querySelector('img')?.getAttribute('src') ?? '',
        preview: frame.querySelector<HTMLImageElement>('.frame__preview')?.naturalWidth,
      })),
    );
    expect([where, frames.length]).toEqual([where, count]);
    const typesByUrl = new Map<string, string>();
    for (const { types, widths, urls: frameUrls, fallback, preview } of frames) {
      expect([where, types, widths]).toEqual([where, ['image/avif', 'image/webp'], [2, 2]]);
      expect([where, preview]).toEqual([where, expect.any(Number)]);
      expect(preview).toBeGreaterThan(8);
      for (const url of [...frameUrls, fallback]) {
        typesByUrl.set(url, url.endsWith('.avif') ? 'image/avif' : 'image/webp');
      }
    }
    for (const [url, type] of typesByUrl) {
      const response = await request.get(site.url + url);
      expect([url, response.status(), response.headers()['content-type']]).toEqual([
        url,
        200,
        type,
      ]);
    }
  }
});

test('every Open Graph image exists', async ({ site }) => {
  const missing: string[] = [];
  for (const { path: page, html } of await releasePages(site)) {
    const url = readMeta(html, 'og:image');
    if (url === undefined) continue;
    const file = path.join(releaseFolder(site), new URL(url).pathname);
    if (!existsSync(file)) missing.push(`${page} names ${url}`);
  }
  expect(missing).toEqual([]);
});

test('every project and every game has its own Open Graph image of the declared size', async ({
  request,
  site,
}) => {
  const pages = (await releasePages(site)).filter(({ path: page }) =>
    /^\/(?:project|gamecorner\/game)\/\d+$/.test(page),
  );
  expect(pages.filter(({ path: page }) => page.startsWith('/project/'))).toHaveLength(3);
  // A page that redirects has no Open Graph image.
  const shared = pages.filter(({ html }) => readMeta(html, 'og:image') !== undefined);
  expect(shared).toHaveLength(3 + GAMES);
  const hashes = new Set<string>();
  for (const { path: page, html } of shared) {
    const response = await request.get(readMeta(html, 'og:image') ?? '');
    expect([page, response.status()]).toEqual([page, 200]);
    const image = await response.body();
    const { format, width, height } = await sharp(image).metadata();
    expect([page, format, width, height]).toEqual([page, 'png', 1200, 630]);
    const declared = ['type', 'width', 'height'].map((name) => readMeta(html, `og:image:${name}`));
    expect([page, ...declared]).toEqual([page, response.headers()['content-type'], '1200', '630']);
    expect(readMeta(html, 'og:image:alt')).not.toBe('');
    hashes.add(createHash('sha256').update(image).digest('hex'));
  }
  expect(hashes.size).toBe(shared.length);
});
