import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { readerPages } from '../api/testing/site-pages.ts';
import { isJobListEmpty } from '../api/testing/test-database.ts';
import { until } from '../api/testing/until.ts';
import { expect, openSite, type Site, test as siteTest } from './support/site.ts';
import { scrollTo, waitForLayout } from './support/waits.ts';

// All tests share one site, whose image variants are made once.
siteTest.describe.configure({ mode: 'default' });
let sharedSite: ReturnType<typeof openSite> | undefined;
siteTest.afterAll(async () => (await sharedSite)?.close());

const VARIANTS_MS = 600_000;
/** Maximum side of stored images in pixels, which makes variants fast. */
const SIDE_MAX = 120;
/** Maximum ratio of the requested to the displayed width of an image. */
const RATIO_MAX = 1.5;
/** Minimum ratio; allows for rounding and the scroll bar. */
const RATIO_MIN = 0.98;
/** Number of different values of `sizes` on the pages: entries of site/format/image-sizes.ts, and two of articles. */
const KINDS_MIN = 20;

/** Replaces stored images by small ones. Pages declare sizes once there are variants; the content does not matter. */
async function shrinkStoredImages(site: Site): Promise<void> {
  const folder = path.join(site.dataFolder, 'uploads');
  for (const name of readdirSync(folder).filter((fileName) => /\.(png|jpg|webp)$/.test(fileName))) {
    const file = path.join(folder, name);
    const small = sharp(readFileSync(file)).resize(SIDE_MAX, SIDE_MAX, { fit: 'inside' }).flatten();
    // Hard links may share the file with other sites, so a new file replaces it.
    writeFileSync(`${file}.small`, await small.jpeg({ quality: 100 }).toBuffer());
    renameSync(`${file}.small`, file);
  }
}

/** Returns the declared and the displayed width of all images of a page. */
const measureImages = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.position = 'absolute';
    document.body.append(probe);
    /** Returns the width in CSS pixels of the first entry of `sizes` that applies. */
    const lengthOf = (sizes: string) => {
      for (const size of sizes.split(/,(?![^(]*\))/)) {
        const [, condition, length = ''] = /^\s*(\(m[^)]*\))?\s*(.+)$/.exec(size) ?? [];
        if (condition !== undefined && !matchMedia(condition).matches) continue;
        probe.style.width = length;
        return probe.getBoundingClientRect().width;
      }
      return 0;
    };
    const images: { sizes: string; declared: number; displayed: number; selector: string }[] = [];
    for (const image of document.querySelectorAll<HTMLImageElement>('picture img')) {
      const sizes = image.parentElement?.querySelector('source')?.sizes;
      const { clientWidth: width, clientHeight: height } = image;
      if (!sizes || width === 0) continue;
      const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const isCut = getComputedStyle(image).objectFit === 'cover';
      const displayed = isCut ? Math.max(width, height * ratio) : width;
      const selector = image.closest('[class]:not(.frame)')?.className ?? '';
      images.push({ sizes, declared: lengthOf(sizes), displayed, selector });
    }
    probe.remove();
    return images;
  });

const test = siteTest.extend<{ site: Site }>({
  site: [
    async ({ siteProxy }, use) => {
      sharedSite ??= openWithVariants();
      const site = await sharedSite;
      siteProxy.site = site;
      await use(site);
    },
    { scope: 'test', timeout: VARIANTS_MS },
  ],
});

/** Starts a site with the demo content and all image variants. */
async function openWithVariants(): ReturnType<typeof openSite> {
  const environment = { MAKE_PICTURES: 'true' };
  const site = await openSite({ seed: 'demo', hasOwner: true, environment });
  await shrinkStoredImages(site);
  await until('all images are made', () => isJobListEmpty(site.dataFolder), VARIANTS_MS);
  return site;
}

test('images of all pages declare about their displayed width', {
  tag: '@verify',
}, async ({ page, site }) => {
  const kinds = new Set<string>();
  const mismatches = new Set<string>();
  for (const { path: pathname, status } of readerPages) {
    if (status !== undefined) continue;
    const response = await page.request.get(site.url + pathname);
    if (!(await response.text()).includes('<picture')) continue;
    await page.goto(site.url + pathname, { waitUntil: 'domcontentloaded' });
    await waitForLayout(page);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const { sizes, declared, displayed, selector } of await measureImages(page)) {
        kinds.add(sizes);
        const ratio = declared / displayed;
        if (ratio >= RATIO_MIN && ratio <= RATIO_MAX) continue;
        const [displayedPx, declaredPx] = [Math.round(displayed), Math.round(declared)];
        mismatches.add(
          `${pathname} at ${width}: ${displayedPx} pixels in .${selector}, but says ${declaredPx}: ${sizes}`,
        );
      }
    }
  }
  expect([...mismatches]).toEqual([]);
  expect(kinds.size).toBeGreaterThanOrEqual(KINDS_MIN);
});

test('cards that scripts render use the same image variants as published ones', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog/a-page-is-a-file`);
  const card = page.locator('.more-card').first();
  await scrollTo(page.locator('[data-more]'));
  await scrollTo(card);
  await expect(card.locator('.frame__preview')).toHaveAttribute('src', /^data:image\/webp/);
  const image = card.locator('picture img');
  const file = () => image.evaluate((element: HTMLImageElement) => element.currentSrc);
  await expect.poll(file).toMatch(/\.avif$/);
});
