import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Network, visitAsPhone } from './vitals.ts';

/** Measurements of the first visit of a page. */
export interface FirstVisit {
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
 * Opens a page with an empty cache.
 *
 * The fonts of the loaded page are also those of the first frame, because `font-display: optional` never
 * swaps fonts after text was rendered.
 */
export async function visitOnce(
  browser: Browser,
  address: string,
  network: Network,
): Promise<FirstVisit> {
  return visitAsPhone(browser, address, network, async (page, session) => {
    const { shift } = await page.evaluate<{ shift: number }>('window.vitals');
    const firstPaint = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    const lines = new Map(await page.evaluate<[string, string][]>(linesOfFirstScreen));
    return { firstPaint, fallbackTexts: await fallbackTexts(page, session), shift, lines };
  });
}

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
