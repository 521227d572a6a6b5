import type { Browser, Page } from '@playwright/test';
import { findLayoutErrors } from './fits.ts';
import { type FontSet, fontSets, launchWithFonts } from './font-sets.ts';
import { waitForLayout } from './laid-out.ts';
import { expect, readOnlyTest as test } from './site.ts';
import { type State, states } from './states.ts';
import { brokenWords, headerFaults, heroFaults } from './text-fits.ts';
import { holdRequests } from './waits.ts';

const FONTS = /\.woff2$/;
const HEIGHT = 800;
const widths = [320, 360, 390, 768, 1440];
const sets = Object.keys(fontSets) as FontSet[];

/** One page of each kind of layout. */
const paths = [
  '/',
  '/about',
  '/contact',
  '/resume',
  '/project/1',
  '/login',
  '/no/such/page',
  '/blog',
  '/blog/how-sqlite-keeps-a-promise',
  '/blog/a-page-is-a-file',
  '/shop',
  '/shop/products/detail/forty-milliseconds',
  '/gamecorner',
  '/gamecorner/game/10',
];
/** States that are laid out by their words. */
const opened = states.filter(({ name }) =>
  [
    'menu open',
    'a form with mistakes',
    'search with results',
    'a game, and how to play it',
  ].includes(name),
);

/** Runs with a page of the site in a browser that finds these fonts alone. */
async function withFonts(set: FontSet, url: string, work: (page: Page) => Promise<void>) {
  const browser: Browser = await launchWithFonts(set);
  try {
    const viewport = { width: 320, height: HEIGHT };
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', viewport });
    await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Opens pages and states of a page with one set of fonts, without those of the site. @returns what is wrong */
async function layoutFaults(
  page: Page,
  { paths, states, step }: { paths: string[]; states: State[]; step: number },
): Promise<string[]> {
  // A route of Playwright would lead every request through Node and turn the cache off.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] });
  const faults: string[] = [];
  const at = (name: string, found: string[]) =>
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  for (const path of paths) {
    await page.goto(path);
    await waitForLayout(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      at(`${path}, ${width} px`, [
        ...(await findLayoutErrors(page)),
        ...(await brokenWords(page)),
        ...(path === '/' ? await heroFaults(page) : []),
      ]);
    }
    await page.setViewportSize({ width: 320, height: HEIGHT });
  }
  for (const { name, path, open } of states) {
    await page.goto(path);
    await open(page);
    at(name, await findLayoutErrors(page));
  }
  await page.goto('/login');
  for (let width = 320; width <= 1600; width += step) {
    await page.setViewportSize({ width, height: HEIGHT });
    at(`header, ${width} px`, await headerFaults(page));
  }
  return faults;
}

test('the layout of some pages fits fonts that the styles do not know', async ({ site }) => {
  await withFonts('a stranger', site.url, async (page) => {
    const some = ['/', '/blog/how-sqlite-keeps-a-promise'];
    expect(await layoutFaults(page, { paths: some, states: [], step: 160 })).toEqual([]);
  });
});

for (const set of sets) {
  test(`the layout of pages and states fits the fonts of ${set}`, {
    tag: '@verify',
  }, async ({ site }) => {
    await withFonts(set, site.url, async (page) => {
      expect(await layoutFaults(page, { paths, states: opened, step: 40 })).toEqual([]);
    });
  });

  if (set === 'a stranger') continue;
  test(`text is as wide and as high in the fonts of ${set} as in the brand fonts`, {
    tag: '@verify',
  }, async ({ site }) => {
    await withFonts(set, site.url, async (page) => {
      await page.goto('/blog/the-important-reversal');
      const differences = await page.evaluate(async () => {
        const words = 'The first version took four hours, and lost one message in ten thousand.';
        const root = getComputedStyle(document.documentElement);
        const sizeIn = (family: string, style: string) => {
          const text = document.createElement('span');
          Object.assign(text.style, { position: 'absolute', whiteSpace: 'nowrap' });
          text.style.font = `${style} 100px ${family}`;
          text.style.letterSpacing = '0';
          text.textContent = words;
          document.body.append(text);
          const { width, height } = text.getBoundingClientRect();
          text.remove();
          return { width, height };
        };
        // The page's own faces are optional: one that comes late is not used at all.
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
        for (const rule of rules) {
          if (!(rule instanceof CSSFontFaceRule) || !rule.cssText.includes('url(')) continue;
          const read = (name: string) => rule.style.getPropertyValue(name);
          const family = `Sample ${read('font-family').replaceAll('"', '')}`;
          const descriptors: FontFaceDescriptors = {
            display: 'block',
            style: read('font-style') || 'normal',
            weight: read('font-weight') || 'normal',
            unicodeRange: read('unicode-range') || 'U+0-10FFFF',
          };
          document.fonts.add(new FontFace(family, read('src'), descriptors));
        }
        const found: { face: string; width: number; height: number }[] = [];
        for (const [stack, style] of [
          ['--display', '400'],
          ['--display', '600'],
          ['--display', '800'],
          ['--text', '400'],
          ['--text', '700'],
          ['--text', 'italic 400'],
        ] as const) {
          const [brand = '', ...fallbacks] = root.getPropertyValue(stack).trim().split(/,\s*/);
          const sample = `"Sample ${brand.replaceAll('"', '')}"`;
          const [loaded] = await document.fonts.load(`${style} 100px ${sample}`);
          if (loaded === undefined) throw new Error(`The page declares no face of ${brand}.`);
          // Rejects with the first font that this machine lacks.
          for (const family of fallbacks)
            await document.fonts.load(`${style} 100px ${family}`).catch(() => undefined);
          const [own, other] = [sizeIn(sample, style), sizeIn(fallbacks.join(', '), style)];
          found.push({
            face: `${brand} ${style}`,
            width: other.width / own.width - 1,
            height: other.height / own.height - 1,
          });
        }
        return found;
      });
      for (const { face, width, height } of differences) {
        // Roboto comes without a serif: its letters are those of the system's default font.
        if (set === 'Roboto' && face.startsWith('Newsreader')) continue;
        expect(Math.abs(width), `width of ${face}`).toBeLessThan(0.03);
        expect(Math.abs(height), `height of ${face}`).toBeLessThan(0.03);
      }
    });
  });
}

/** True if all of an element is drawn in a font of the site. */
async function isInBrandFont(page: Page, selector: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.length > 0 && fonts.every((font) => font.isCustomFont);
}

/** Nothing but the fonts ends the waiting for them. */
const stopTime = (page: Page) =>
  page.addInitScript(() => {
    window.setTimeout = (() => 0) as unknown as typeof setTimeout;
  });

test.describe('a first visit', () => {
  // A style sheet that a test adopts would be one that comes later.
  test.use({ pauseToasts: false });

  test('draws nothing until the fonts of its first screen are there', { tag: '@topic' }, async ({
    page,
  }) => {
    await stopTime(page);
    const release = await holdRequests(page, FONTS);
    await page.goto('/blog/a-page-is-a-file', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1, includeHidden: true });
    await title.waitFor({ state: 'attached' });
    await expect(title).toBeHidden();
    await release();
    await expect(title).toBeVisible();
    expect(await isInBrandFont(page, 'h1')).toBe(true);
    expect(await isInBrandFont(page, '.article__subtitle')).toBe(true);
  });

  test('shows its text in the fallback when the fonts do not come', { tag: '@topic' }, async ({
    page,
  }) => {
    const release = await holdRequests(page, FONTS);
    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await isInBrandFont(page, 'h1')).toBe(false);
    // As the page closes, Playwright waits for the fonts.
    await release();
  });

  test('shows its text at once on a slow line', async ({ page }) => {
    await stopTime(page);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { rtt: 150, downlink: 1.6 } }),
    );
    const release = await holdRequests(page, FONTS);
    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await release();
  });

  test('keeps the fallback when a font or a style sheet comes later', { tag: '@topic' }, async ({
    page,
  }) => {
    const release = await holdRequests(page, FONTS);
    await page.goto('/about', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const width = () => title.evaluate((element) => element.getBoundingClientRect().height);
    const before = await width();
    await release();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // The search brings a style sheet of its own.
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
    expect(await isInBrandFont(page, 'h1')).toBe(false);
    expect(await width()).toBe(before);
  });
});
