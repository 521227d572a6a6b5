import type { Browser, Page } from '@playwright/test';
import { type FontSet, fontSets, launchWithFonts } from './support/font-sets.ts';
import {
  brokenWords,
  findLayoutErrors,
  headerFaults,
  heroFaults,
} from './support/layout-errors.ts';
import { expect, readOnlyTest as test } from './support/site.ts';
import { type State, states } from './support/states.ts';
import { pauseRequests, waitForLayout } from './support/waits.ts';

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
/** States whose layout depends on the length of texts. */
const textStates = states.filter(({ name }) =>
  ['menu open', 'form with errors', 'search with results', 'game with instructions'].includes(name),
);

/** Runs a function with a page in a browser that has only the fonts of a set. */
async function withFonts(set: FontSet, url: string, run: (page: Page) => Promise<void>) {
  const browser: Browser = await launchWithFonts(set);
  try {
    const viewport = { width: 320, height: HEIGHT };
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', viewport });
    await run(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Opens pages and states with the fonts of a set, without brand fonts. @returns layout errors */
async function findFontErrors(
  page: Page,
  { paths, states, step }: { paths: string[]; states: State[]; step: number },
): Promise<string[]> {
  // A Playwright route would slow down all requests and disable the cache.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] });
  const errors: string[] = [];
  const report = (name: string, messages: string[]) =>
    errors.push(...messages.map((error) => `${name}: ${error}`));
  for (const path of paths) {
    await page.goto(path);
    await waitForLayout(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      report(`${path}, ${width} px`, [
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
    report(name, await findLayoutErrors(page));
  }
  await page.goto('/login');
  for (let width = 320; width <= 1600; width += step) {
    await page.setViewportSize({ width, height: HEIGHT });
    report(`header, ${width} px`, await headerFaults(page));
  }
  return errors;
}

test('the layout of some pages fits unknown fonts', async ({ site }) => {
  await withFonts('a stranger', site.url, async (page) => {
    const typicalPaths = ['/', '/blog/how-sqlite-keeps-a-promise'];
    expect(await findFontErrors(page, { paths: typicalPaths, states: [], step: 160 })).toEqual([]);
  });
});

for (const set of sets) {
  test(`the layout of pages and states fits the fonts of ${set}`, {
    tag: '@verify',
  }, async ({ site }) => {
    await withFonts(set, site.url, async (page) => {
      expect(await findFontErrors(page, { paths, states: textStates, step: 40 })).toEqual([]);
    });
  });

  if (set === 'a stranger') continue;
  test(`text in the fonts of ${set} has the size of text in the brand fonts`, {
    tag: '@verify',
  }, async ({ site }) => {
    await withFonts(set, site.url, async (page) => {
      await page.goto('/blog/the-important-reversal');
      const differences = await page.evaluate(async () => {
        const sample = 'The first version took four hours, and lost one message in ten thousand.';
        const root = getComputedStyle(document.documentElement);
        const sizeIn = (family: string, style: string) => {
          const text = document.createElement('span');
          Object.assign(text.style, { position: 'absolute', whiteSpace: 'nowrap' });
          text.style.font = `${style} 100px ${family}`;
          text.style.letterSpacing = '0';
          text.textContent = sample;
          document.body.append(text);
          const { width, height } = text.getBoundingClientRect();
          text.remove();
          return { width, height };
        };
        // Brand fonts are optional and would not be used if they load late.
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
        const differences: { face: string; width: number; height: number }[] = [];
        for (const [stack, style] of [
          ['--display', '400'],
          ['--display', '600'],
          ['--display', '800'],
          ['--text', '400'],
          ['--text', '700'],
          ['--text', 'italic 400'],
        ] as const) {
          const [brand = '', ...fallbacks] = root.getPropertyValue(stack).trim().split(/,\s*/);
          const sampleFamily = `"Sample ${brand.replaceAll('"', '')}"`;
          const [loaded] = await document.fonts.load(`${style} 100px ${sampleFamily}`);
          if (loaded === undefined) throw new Error(`The page declares no face of ${brand}.`);
          // Rejects if a font of the stack is not installed.
          for (const family of fallbacks)
            await document.fonts.load(`${style} 100px ${family}`).catch(() => undefined);
          const [brandSize, fallbackSize] = [
            sizeIn(sampleFamily, style),
            sizeIn(fallbacks.join(', '), style),
          ];
          differences.push({
            face: `${brand} ${style}`,
            width: fallbackSize.width / brandSize.width - 1,
            height: fallbackSize.height / brandSize.height - 1,
          });
        }
        return differences;
      });
      for (const { face, width, height } of differences) {
        // The set of Roboto has no serif font: the browser uses its default font.
        if (set === 'Roboto' && face.startsWith('Newsreader')) continue;
        expect(Math.abs(width), `width of ${face}`).toBeLessThan(0.03);
        expect(Math.abs(height), `height of ${face}`).toBeLessThan(0.03);
      }
    });
  });
}

/** True if the whole text of an element is rendered in a brand font. */
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

declare global {
  interface Window {
    /** Runs the callbacks of all timers of the page. */
    runTimers: () => void;
  }
}

/** Disables timers, so that only the fonts end the wait. */
const disableTimers = (page: Page) =>
  page.addInitScript(() => {
    window.setTimeout = (() => 0) as unknown as typeof setTimeout;
  });

test.describe('a first visit', () => {
  // The style sheet of this option would be added late.
  test.use({ pauseToasts: false });

  test('renders no text before the fonts of the first screen have loaded', {
    tag: '@topic',
  }, async ({ page }) => {
    await disableTimers(page);
    const release = await pauseRequests(page, FONTS);
    await page.goto('/blog/a-page-is-a-file', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1, includeHidden: true });
    await title.waitFor({ state: 'attached' });
    await expect(title).toBeHidden();
    await release();
    await expect(title).toBeVisible();
    expect(await isInBrandFont(page, 'h1')).toBe(true);
    expect(await isInBrandFont(page, '.article__subtitle')).toBe(true);
  });

  test('waits for the bold font of an article and for the accents of a list', {
    tag: '@topic',
  }, async ({ page }) => {
    await disableTimers(page);
    for (const [path, fonts] of [
      ['/blog/a-page-is-a-file', /newsreader-bold/],
      ['/blog', /bricolage-accents/],
    ] as const) {
      const release = await pauseRequests(page, fonts);
      await page.goto(path, { waitUntil: 'commit' });
      const title = page.getByRole('heading', { level: 1, includeHidden: true });
      await title.waitFor({ state: 'attached' });
      await expect(title).toBeHidden();
      await release();
      await expect(title).toBeVisible();
    }
  });

  test('renders its text in fallback fonts when the fonts do not load', { tag: '@topic' }, async ({
    page,
  }) => {
    const release = await pauseRequests(page, FONTS);
    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await isInBrandFont(page, 'h1')).toBe(false);
    // Closing a page waits for its fonts.
    await release();
  });

  test('renders its text at once on a slow connection', async ({ page }) => {
    await disableTimers(page);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { rtt: 150, downlink: 1.6 } }),
    );
    const release = await pauseRequests(page, FONTS);
    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await release();
  });

  const roundTrips = { fast: 10, slow: 500 };
  for (const [
    name,
    { connection = 'fast', referer = undefined, scripts = true, by },
  ] of Object.entries<{
    connection?: 'fast' | 'slow';
    referer?: string;
    scripts?: boolean;
    by: 'link' | 'css';
  }>({
    'preloads fonts on a fast connection': { by: 'link' },
    'loads fonts after its text on a slow connection': { connection: 'slow', by: 'css' },
    'preloads fonts after another page': { connection: 'slow', referer: '/blog', by: 'link' },
    'preloads fonts without scripts': { scripts: false, by: 'link' },
  }))
    test(name, async ({ browser, site }) => {
      await using context = await browser.newContext({ javaScriptEnabled: scripts });
      // A busy machine answers as late as a slow connection.
      await context.addInitScript((roundTrip) => {
        Object.defineProperty(PerformanceResourceTiming.prototype, 'responseStart', {
          get(this: PerformanceResourceTiming) {
            return this.requestStart + roundTrip;
          },
        });
      }, roundTrips[connection]);
      const page = await context.newPage();
      await page.goto(`${site.url}/about`, referer ? { referer: site.url + referer } : {});
      const initiators = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => /bricolage-basic|newsreader-basic/.test(name))
            .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
        );
      await expect.poll(initiators).toEqual([by, by]);
    });

  test('keeps the fallback fonts when the fonts load right after the first frame', {
    tag: '@topic',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const timers: (() => void)[] = [];
      window.setTimeout = ((run: () => void) => timers.push(run)) as typeof setTimeout;
      window.runTimers = () => {
        for (const run of timers) run();
      };
    });
    const release = await pauseRequests(page, FONTS);
    // The page waits for this request while the fonts arrive, and cannot see them before the end of its timer.
    await page.route('**/fonts-have-arrived', async (route) => {
      await release();
      await route.fulfill();
    });
    await page.goto('/about', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1, includeHidden: true });
    await title.waitFor({ state: 'attached' });
    await title.evaluate((element) => {
      const request = new XMLHttpRequest();
      request.open('GET', '/fonts-have-arrived', false);
      request.send();
      window.runTimers();
      element.getBoundingClientRect();
    });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await expect(title).toBeVisible();
    expect(await isInBrandFont(page, 'h1')).toBe(false);
  });

  test('keeps the fallback fonts when a font or a style sheet loads later', {
    tag: '@topic',
  }, async ({ page }) => {
    const release = await pauseRequests(page, FONTS);
    await page.goto('/about', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const height = () => title.evaluate((element) => element.getBoundingClientRect().height);
    const before = await height();
    await release();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // The search adds a style sheet.
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
    expect(await isInBrandFont(page, 'h1')).toBe(false);
    expect(await height()).toBe(before);
  });
});
