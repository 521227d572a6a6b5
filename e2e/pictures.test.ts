import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { validateHtml } from './html.ts';
import { layoutShift, watchLayoutShift } from './layout-shift.ts';
import { releaseFolder, releasePages } from './release.ts';
import { expect, type Site, test } from './site.ts';

test.use({ environment: { MAKE_PICTURES: 'true' } });

const WIDTH = 1400;
/** Widths that are made of a picture this wide. */
const MADE = [480, 800, 1200, WIDTH];
const ARTICLE = '/blog/an-article-with-pictures';

/** Lets the owner bring in an article with a cover and two pictures, the last of them far below. */
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
  const words = 'A paragraph of words between two pictures, so that one is far below.\n\n'.repeat(
    160,
  );
  writeFileSync(
    path.join(folder, 'an-article-with-pictures.md'),
    `---\ntitle: An article with pictures\nsubtitle: To look at\ndescription: Pictures.\nimage: media/cover.jpg\nimageAlt: The cover\n---\n\n![Near](media/near.jpg)\n\n${words}![Far](media/far.jpg)\n`,
  );
  const { status, stderr } = spawnSync('node', ['api/commands/import.ts', `FROM=${folder}`], {
    env: { ...process.env, DATA_DIR: site.dataFolder, FROM: folder, LOG_LEVEL: 'error' },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`not imported: ${stderr}`);
}

const metaOf = (html: string, property: string) =>
  new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1];

/** How a picture is laid out, and which of its files the browser chose. */
async function shownPicture(page: Page, name: string) {
  const image = page.getByRole('main').getByRole('img', { name });
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
    .toBe(true);
  return image.evaluate((one: HTMLImageElement) => ({
    shown: one.getBoundingClientRect().width,
    file: one.currentSrc,
  }));
}

test('an article shows its pictures as AVIF in the width that fits, and nothing moves', {
  tag: '@verify',
}, async ({ browser, page, request, site }) => {
  await importArticle(site);
  const html = async () => (await request.get(site.url + ARTICLE)).text();
  await expect
    .poll(async () => (await html()).match(/type="image\/avif" srcset="\/media/g)?.length, {
      timeout: 600_000,
    })
    .toBe(3);
  // With its pictures dressed it is valid HTML, too, which the check of all pages sees none of.
  const pages = ['/', '/blog', ARTICLE].map(async (where) => ({
    path: where,
    html: await (await request.get(site.url + where)).text(),
  }));
  expect(await validateHtml(await Promise.all(pages))).toEqual([]);

  await watchLayoutShift(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    await page.goto(site.url + ARTICLE, { waitUntil: 'networkidle' });
    const pictures = (ending: string) =>
      asked.filter((url) => url.includes('/media/') && url.endsWith(ending));
    // The cover and what is near; not yet what is far below, and never the picture itself.
    await expect.poll(() => pictures('.avif')).toHaveLength(2);
    expect([...pictures('.jpg'), ...pictures('.webp')]).toEqual([]);
    for (const name of ['The cover', 'Near', 'Far']) {
      const { shown, file } = await shownPicture(page, name);
      const fitting = MADE.find((made) => made >= Math.round(shown)) ?? WIDTH;
      expect(file, `${name} at ${width}`).toContain(`-${fitting}.avif`);
    }
    expect(pictures('.avif')).toHaveLength(3);
    expect(await layoutShift(page)).toBe(0);
    page.removeAllListeners('request');
    // A second visit in a row would count as a reload, which begins where the first one ended.
    await page.goto('about:blank');
  }

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  const loaded = reader.waitForResponse((answer) => answer.url().endsWith('.avif'));
  await reader.goto(site.url + ARTICLE);
  expect((await loaded).headers()['content-type']).toBe('image/avif');
  await expect(reader.getByRole('img', { name: 'The cover' })).toBeVisible();
  await plain.close();

  const address = async () => metaOf(await html(), 'og:image');
  await expect.poll(address).toMatch(/\/og\/\w+\.png\?v=/);
  const shared = await request.get((await address()) ?? '');
  const { format, width, height } = await sharp(await shared.body()).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
});

test('games show their pictures as AVIF in the width that fits, a preview beneath and WebP beside it', {
  tag: '@verify',
}, async ({ page, request, site }) => {
  for (const [width, fitting] of [
    [360, 720],
    [1440, 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    await page.goto(`${site.url}/gamecorner/game/11`, { waitUntil: 'networkidle' });
    const { file } = await shownPicture(page, 'Firewatch, picture 1 of 4');
    expect(file).toMatch(new RegExp(`/1-${fitting}\\.[\\w-]+\\.avif$`));
    // Of the three behind it nothing is fetched yet, nor any other form of this one.
    const pictures = asked.filter((url) => /\/[1-4]-\d+\.[\w-]+\.(?:avif|webp)$/.test(url));
    expect(pictures).toEqual([file]);
    page.removeAllListeners('request');
    await page.goto('about:blank');
  }
  for (const [where, count] of [
    ['/gamecorner', 12 + 8],
    ['/gamecorner/browser', 33],
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
        addresses: [...frame.querySelectorAll('source')].flatMap(({ srcset }) =>
          srcset.split(', ').map((form) => form.split(' ')[0] ?? ''),
        ),
        fallback: frame.querySelector('img')?.getAttribute('src') ?? '',
        preview: frame.querySelector<HTMLImageElement>('.frame__preview')?.naturalWidth,
      })),
    );
    expect([where, frames.length]).toEqual([where, count]);
    const addresses = new Map<string, string>();
    for (const { types, widths, addresses: own, fallback, preview } of frames) {
      expect([where, types, widths]).toEqual([where, ['image/avif', 'image/webp'], [2, 2]]);
      expect([where, preview]).toEqual([where, expect.any(Number)]);
      expect(preview).toBeGreaterThan(8);
      for (const address of [...own, fallback]) {
        addresses.set(address, address.endsWith('.avif') ? 'image/avif' : 'image/webp');
      }
    }
    for (const [address, type] of addresses) {
      const answer = await request.get(site.url + address);
      expect([address, answer.status(), answer.headers()['content-type']]).toEqual([
        address,
        200,
        type,
      ]);
    }
  }
});

test('every page that can be shared names a picture that is there', async ({ site }) => {
  const missing: string[] = [];
  for (const { path: page, html } of await releasePages(site)) {
    const address = metaOf(html, 'og:image');
    if (address === undefined) continue;
    const file = path.join(releaseFolder(site), new URL(address).pathname);
    if (!existsSync(file)) missing.push(`${page} names ${address}`);
  }
  expect(missing).toEqual([]);
});

test('every project and every game is shared with a picture of its own, as large as it says', async ({
  request,
  site,
}) => {
  const pages = (await releasePages(site)).filter(({ path: page }) =>
    /^\/(?:project|gamecorner\/game)\/\d+$/.test(page),
  );
  expect(pages.filter(({ path: page }) => page.startsWith('/project/'))).toHaveLength(3);
  // One of them leads to another, and is not shared.
  const shared = pages.filter(({ html }) => metaOf(html, 'og:image') !== undefined);
  expect(shared).toHaveLength(3 + 33);
  const seen = new Set<string>();
  for (const { path: page, html } of shared) {
    const answer = await request.get(metaOf(html, 'og:image') ?? '');
    expect([page, answer.status()]).toEqual([page, 200]);
    const picture = await answer.body();
    const { format, width, height } = await sharp(picture).metadata();
    expect([page, format, width, height]).toEqual([page, 'png', 1200, 630]);
    const said = ['type', 'width', 'height'].map((name) => metaOf(html, `og:image:${name}`));
    expect([page, ...said]).toEqual([page, answer.headers()['content-type'], '1200', '630']);
    expect(metaOf(html, 'og:image:alt')).not.toBe('');
    seen.add(createHash('sha256').update(picture).digest('hex'));
  }
  expect(seen.size).toBe(shared.length);
});
