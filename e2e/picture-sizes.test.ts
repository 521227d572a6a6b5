import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { isOutboxEmpty } from '../api/testing/outbox.ts';
import { readerPages } from '../api/testing/site-pages.ts';
import { until } from '../api/testing/until.ts';
import { waitForLayout } from './laid-out.ts';
import { expect, openSite, type Site, test as siteTest } from './site.ts';

// All tests here look at one site, whose pictures are made once.
siteTest.describe.configure({ mode: 'default' });
let opened: ReturnType<typeof openSite> | undefined;
siteTest.afterAll(async () => (await opened)?.close());

const PICTURES_MS = 600_000;
/** Pixels of the sides to which stored pictures are made smaller: their forms are made in no time. */
const SMALL = 120;
/** How much wider than it is shown a picture may be fetched. */
const AT_MOST = 1.5;
/** A pixel or two, and what a scroll bar takes of the window. */
const NEARLY = 0.98;
/** Entries of site/format/picture-sizes.ts that the pages show, and two of dressed articles. */
const KINDS = 20;

/** Pages ask for the sizes of pictures once there are forms of them; what these show does not matter here. */
async function shrinkStored(site: Site): Promise<void> {
  const folder = path.join(site.dataFolder, 'uploads');
  for (const name of readdirSync(folder).filter((one) => /\.(png|jpg|webp)$/.test(one))) {
    const file = path.join(folder, name);
    const small = sharp(readFileSync(file)).resize(SMALL, SMALL, { fit: 'inside' }).flatten();
    // The same samples may be linked elsewhere: another file in its place, never another content.
    writeFileSync(`${file}.small`, await small.jpeg({ quality: 100 }).toBuffer());
    renameSync(`${file}.small`, file);
  }
}

/** What the pictures of a page say of their width, and how wide they are. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.position = 'absolute';
    document.body.append(probe);
    /** CSS pixels of the first size whose condition holds. */
    const lengthOf = (sizes: string) => {
      for (const size of sizes.split(/,(?![^(]*\))/)) {
        const [, condition, length = ''] = /^\s*(\(m[^)]*\))?\s*(.+)$/.exec(size) ?? [];
        if (condition !== undefined && !matchMedia(condition).matches) continue;
        probe.style.width = length;
        return probe.getBoundingClientRect().width;
      }
      return 0;
    };
    const found: { sizes: string; said: number; shown: number; where: string }[] = [];
    for (const image of document.querySelectorAll<HTMLImageElement>('picture img')) {
      const sizes = image.parentElement?.querySelector('source')?.sizes;
      const { clientWidth: width, clientHeight: height } = image;
      if (!sizes || width === 0) continue;
      const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const isCut = getComputedStyle(image).objectFit === 'cover';
      const shown = isCut ? Math.max(width, height * ratio) : width;
      const where = image.closest('[class]:not(.frame)')?.className ?? '';
      found.push({ sizes, said: lengthOf(sizes), shown, where });
    }
    probe.remove();
    return found;
  });

const test = siteTest.extend<{ site: Site }>({
  site: [
    async ({ siteProxy }, use) => {
      opened ??= openWithPictures();
      const site = await opened;
      siteProxy.site = site;
      await use(site);
    },
    { scope: 'test', timeout: PICTURES_MS },
  ],
});

/** Starts a site with the demo content whose pictures have all their forms. */
async function openWithPictures(): ReturnType<typeof openSite> {
  const environment = { MAKE_PICTURES: 'true' };
  const site = await openSite({ seed: 'demo', hasOwner: true, environment });
  await shrinkStored(site);
  await until('all pictures are made', () => isOutboxEmpty(site.dataFolder), PICTURES_MS);
  return site;
}

test('pictures of all pages are asked for in about the width that they are shown in', {
  tag: '@verify',
}, async ({ page, site }) => {
  const kinds = new Set<string>();
  const wrong = new Set<string>();
  for (const { path: address, status } of readerPages) {
    if (status !== undefined) continue;
    const answer = await page.request.get(site.url + address);
    if (!(await answer.text()).includes('<picture')) continue;
    await page.goto(site.url + address, { waitUntil: 'domcontentloaded' });
    await waitForLayout(page);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const { sizes, said, shown, where } of await measured(page)) {
        kinds.add(sizes);
        const share = said / shown;
        if (share >= NEARLY && share <= AT_MOST) continue;
        const [is, says] = [Math.round(shown), Math.round(said)];
        wrong.add(`${address} at ${width}: ${is} pixels in .${where}, but says ${says}: ${sizes}`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
  expect(kinds.size).toBeGreaterThanOrEqual(KINDS);
});

test('cards that a script fills in are shown from the same forms as published ones', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog/a-page-is-a-file`);
  const card = page.locator('.more-card').first();
  const scrollDown = async () => {
    await page.locator('[data-more]').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 100);
    return card.count();
  };
  await expect.poll(scrollDown).toBeGreaterThan(0);
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('.frame__preview')).toHaveAttribute('src', /^data:image\/webp/);
  const image = card.locator('picture img');
  const file = () => image.evaluate((one: HTMLImageElement) => one.currentSrc);
  await expect.poll(file).toMatch(/\.avif$/);
});
