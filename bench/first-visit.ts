import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Bench } from './harness/bench-context.ts';
import { logProgress, type Measure } from './harness/report.ts';
import { openDemoSite } from './weighing/demo-site.ts';
import { fastLine, type Network, networks, visitAsPhone } from './weighing/vitals.ts';

/** Measurements of the first visit of a page. */
interface FirstVisit {
  /** First contentful paint, in milliseconds. */
  firstPaint: number;
  /** Texts of the first screen that are rendered in a fallback font. */
  fallbackTexts: string[];
  /** Cumulative layout shift. */
  shift: number;
  /** Texts of the first screen with their lines, separated by line feeds. */
  lines: Map<string, string>;
}

const MARKER = 'data-first-screen';

/**
 * Marks the elements of the first screen that contain text, and returns the lines of each. A string, because
 * it is code of the browser.
 */
const linesOfFirstScreen = `(() => {
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const box = element.getBoundingClientRect();
    const isShown = box.width > 1 && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (texts.length === 0 || !isShown) continue;
    // The monospaced labels have no brand font.
    const isMono = (candidate) => getComputedStyle(candidate).fontFamily.includes('monospace');
    if ([element, ...element.querySelectorAll('*')].some(isMono)) continue;
    // The full name covers the short name.
    if (element.closest('.wordmark__short')) continue;
    element.setAttribute('${MARKER}', '');
    const lines = [];
    let bottom = -Infinity;
    for (const text of texts) {
      for (const { index, 0: word } of text.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const place = range.getBoundingClientRect();
        if (place.top < bottom - 1) lines.push(lines.pop() + ' ' + word);
        else lines.push(word);
        bottom = place.bottom;
      }
    }
    found.push([lines.join(' '), lines.join('\\n')]);
  }
  return found;
})()`;

const VISITS = 100;
const VISITS_SHORT = 12;
/** Lowest number of 100 first visits whose first frame shows the brand fonts. */
const BRAND_BAR = 95;
/** Lowest number of 100 text blocks with the same line breaks in the fallback and the brand fonts. */
const SAME_LINES_BAR = 90;

/** Measures first visits with an empty cache: fonts of the first painted frame, and layout shifts after it. */
export const firstVisit: Bench = {
  title: 'First visit, empty cache',
  async measure(context) {
    const site = await openDemoSite();
    try {
      const paths = ['/', '/blog', site.articlePath, '/project/1', '/shop', '/gamecorner'];
      const count = context.short ? VISITS_SHORT : VISITS;
      logProgress(`${count} first visits at 10 Mbit/s`);
      const fast: FirstVisit[] = [];
      for (let visit = 0; visit < count; visit += 1) {
        const url = site.server.origin + paths[visit % paths.length];
        fast.push(await visitOnce(site.browser, url, fastLine));
      }
      return [
        ...describeFast(fast),
        ...(await visitSlowly(site.browser, site.server.origin, paths)),
      ];
    } finally {
      await site.close();
    }
  },
};

function describeFast(visits: readonly FirstVisit[]): Measure[] {
  const branded = visits.filter(({ fallbackTexts }) => fallbackTexts.length === 0);
  const missed = visits.flatMap(({ fallbackTexts }) => fallbackTexts).slice(0, 3);
  return [
    {
      name: 'first frame in the brand fonts, 10 Mbit/s and 40 ms',
      value: (100 * branded.length) / visits.length,
      unit: 'of 100',
      bar: { atLeast: BRAND_BAR },
      note: `${visits.length} visits${missed.length > 0 ? `; not: ${missed.join(', ')}` : ''}`,
    },
    {
      name: 'layout shift, 10 Mbit/s and 40 ms',
      value: Math.max(...visits.map(({ shift }) => shift)),
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}

/** Compares the line breaks of the fallback fonts on a slow network with those of the brand fonts. */
async function visitSlowly(browser: Browser, origin: string, paths: string[]): Promise<Measure[]> {
  logProgress('first visits on slow 4G');
  const slow: FirstVisit[] = [];
  let same = 0;
  let all = 0;
  const differing: string[] = [];
  for (const path of paths) {
    const visit = await visitOnce(browser, origin + path, networks['slow 4G']);
    const brand = await visitOnce(browser, origin + path, fastLine);
    slow.push(visit);
    for (const [text, lines] of brand.lines) {
      const fallbackLines = visit.lines.get(text);
      if (fallbackLines === undefined) continue;
      all += 1;
      if (fallbackLines === lines) same += 1;
      else differing.push(text.slice(0, 30));
    }
  }
  return [
    {
      name: 'first paint, slow 4G',
      value: Math.max(...slow.map(({ firstPaint }) => firstPaint)),
      unit: 'ms',
      note: `with ${slow.map(({ fallbackTexts }) => fallbackTexts.length).join(', ')} texts in a fallback`,
    },
    {
      name: 'text blocks that break lines alike, slow 4G',
      value: (100 * same) / all,
      unit: 'of 100',
      bar: { atLeast: SAME_LINES_BAR },
      note: `${all} blocks${differing.length > 0 ? `; not: ${differing.slice(0, 4).join(' | ')}` : ''}`,
    },
    {
      name: 'layout shift, slow 4G',
      value: Math.max(...slow.map(({ shift }) => shift)),
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}

/**
 * Opens a page with an empty cache.
 *
 * The fonts of the loaded page are also those of the first frame, because `font-display: optional` never
 * swaps fonts after text was rendered.
 */
async function visitOnce(browser: Browser, url: string, network: Network): Promise<FirstVisit> {
  return visitAsPhone(browser, url, network, async (page, session) => {
    const { shift } = await page.evaluate<{ shift: number }>('window.vitals');
    const firstPaint = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    const lines = new Map(await page.evaluate<[string, string][]>(linesOfFirstScreen));
    return { firstPaint, fallbackTexts: await fallbackTexts(page, session), shift, lines };
  });
}

/** Returns the texts of the marked elements that are rendered in a system font. */
async function fallbackTexts(page: Page, session: CDPSession): Promise<string[]> {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `[${MARKER}]`,
  });
  const texts = await page
    .locator(`[${MARKER}]`)
    .evaluateAll((elements) =>
      elements.map((element) => `“${element.textContent?.trim().slice(0, 30)}”`),
    );
  const found: string[] = [];
  for (const [index, nodeId] of nodeIds.entries()) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    if (fonts.some((font) => !font.isCustomFont)) found.push(texts[index] ?? '');
  }
  return found;
}
