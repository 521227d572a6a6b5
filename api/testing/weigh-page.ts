import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from '@playwright/test';

/** Limits of compressed bytes by kind that a page may load before it is used. */
type PageBudget = ReturnType<typeof weightsOf>;

const KB = 1024;

const defaults: PageBudget = {
  html: 24 * KB,
  styles: 4 * KB,
  scripts: 10 * KB,
  fonts: 60 * KB,
  images: 220 * KB,
};

/** Exceptions by path. */
const exceptions: [RegExp, Partial<PageBudget>][] = [
  // The home page; its icons are a file of their own.
  [/^\/$/, { html: 22.25 * KB, scripts: 8.25 * KB }],
  // Eight covers. A browser that does not know the speed of its network loads further images in advance.
  [/^\/blog\/page\//, { images: 300 * KB }],
  // The styles are a separate file instead of a part of the document, see site/adapter/.
  [/\/page\//, { html: 12 * KB, styles: 8 * KB }],
  // A text that is half code, with comments and the inline scripts of its islands.
  [/^\/blog\/how-sqlite/, { html: 27 * KB }],
  // Forms of accounts and of links in emails, which are hydrated at once. React is most of their size.
  [
    /^\/(?:login|register|forgot-password|invitation|confirm-email|gamecorner-shell|shop-shell|reset-password|revert-email|subscribe\/confirm|unsubscribe|unsubscribe-notifications)/,
    { scripts: 90 * KB },
  ],
  // The random selection can show the German sample article, whose letters need two more font files.
  [/^\/blog$/, { fonts: 76 * KB }],
  // Text with bold and italic fonts.
  [/^\/(blog\/|project\/|help|privacy|terms)/, { fonts: 76 * KB }],
  // The same fonts with the accents of another language.
  [/^\/blog\/passwoerter/, { fonts: 112 * KB }],
];

/** Script that adds a speech synthesis voice to headless Chromium, which has none. */
export const addVoice = `
  const voice = { name: 'Bench', lang: 'en-US', localService: true, default: true, voiceURI: 'bench' };
  const methods = { getVoices: () => [voice], speak() {}, cancel() {}, pause() {}, resume() {} };
  Object.defineProperty(window, 'speechSynthesis', { value: Object.assign(new EventTarget(), methods) });
  window.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
`;

/** Script for a page: sometimes Chromium reports a pointer in the corner of the window, over the header. */
const ignorePointerBeforeUse = `addEventListener('pointerover', (event) => {
  if (!window.isUsed) event.stopImmediatePropagation();
}, true);`;

const kinds = ['script', 'stylesheet', 'font', 'image'] as const;
type Kind = (typeof kinds)[number];

/** A file that a page has requested. */
export interface Asset {
  kind: Kind;
  /** URL without origin. */
  path: string;
  /** Uncompressed bytes. */
  bytes: number;
  /** Bytes after gzip -9, independent of the encoding that the server sent. */
  gzipped: number;
  /** True if the page requested it only after it was used. */
  afterUse: boolean;
  /** True for the script with Astro's element for islands. */
  isOfAstro: boolean;
}

/** Sizes of the files of a page. Inline scripts and styles are also part of the document. */
export interface PageWeight {
  path: string;
  document: { bytes: number; gzipped: number };
  inlineScripts: { bytes: number; gzipped: number };
  /** Inline scripts without those of Astro. */
  ownInlineScripts: { bytes: number; gzipped: number };
  assets: Asset[];
}

export interface ScriptWeight {
  beforeUse: number;
  afterUse: number;
  /** Before use, without the scripts of Astro. */
  plain: number;
}

/** Screen of a phone, which loads narrow images, and only those in view. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };

interface WeighOptions extends Pick<BrowserContextOptions, 'storageState'> {
  /** Interaction with the page: all controls, or the buttons with these names. */
  use?: 'everything' | readonly string[];
}

/**
 * Opens a page, waits until the network is idle, and measures all requested files.
 * @param options `use` interacts with the page afterwards; `storageState` signs a visitor in
 */
export async function weighPage(
  browser: Browser,
  origin: string,
  path: string,
  { use, storageState }: WeighOptions = {},
): Promise<PageWeight> {
  await using context = await browser.newContext({ ...phone, storageState });
  // The button 'Listen' appears in browsers with a voice.
  await context.addInitScript(addVoice);
  await context.addInitScript(ignorePointerBeforeUse);
  const page = await context.newPage();
  const responses: { response: Response; afterUse: boolean }[] = [];
  let isUsed = false;
  page.on('response', (response) => void responses.push({ response, afterUse: isUsed }));
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  isUsed = true;
  await page.evaluate('window.isUsed = true');
  if (use === 'everything') await usePage(page);
  else for (const name of use ?? []) await press(page, name);
  const assets: Asset[] = [];
  for (const { response, afterUse } of responses) {
    const asset = await weighAsset(response, origin, afterUse);
    if (asset && !assets.some(({ path: known }) => known === asset.path)) assets.push(asset);
  }
  const document = await (await context.request.get(origin + path)).body();
  const inlineScripts = inlineScriptsOf(document.toString());
  return {
    path,
    document: weigh(document),
    inlineScripts: weigh(Buffer.from(inlineScripts.join('\n'))),
    ownInlineScripts: weigh(
      Buffer.from(inlineScripts.filter((code) => !astroScript.test(code)).join('\n')),
    ),
    assets,
  };
}

/** Returns the compressed bytes by kind that a page loads before it is used. */
export function weightsOf(page: PageWeight) {
  const sum = (kind: Kind) =>
    page.assets
      .filter((asset) => asset.kind === kind && !asset.afterUse)
      // Fonts and images are already compressed.
      .reduce((total, asset) => total + Math.min(asset.bytes, asset.gzipped), 0);
  return {
    html: page.document.gzipped,
    styles: sum('stylesheet'),
    scripts: scriptWeight(page).beforeUse,
    fonts: sum('font'),
    images: sum('image'),
  };
}

/** Returns the gzipped bytes of scripts before and after a page is used, including inline scripts. */
export function scriptWeight({
  inlineScripts,
  ownInlineScripts,
  assets,
}: PageWeight): ScriptWeight {
  const scripts = assets.filter((asset) => asset.kind === 'script');
  const sum = (files: Asset[]) => files.reduce((total, asset) => total + asset.gzipped, 0);
  const filesBeforeUse = scripts.filter((asset) => !asset.afterUse);
  return {
    beforeUse: inlineScripts.gzipped + sum(filesBeforeUse),
    afterUse: inlineScripts.gzipped + sum(scripts),
    plain: ownInlineScripts.gzipped + sum(filesBeforeUse.filter((asset) => !asset.isOfAstro)),
  };
}

const weigh = (body: Buffer) => ({
  bytes: body.length,
  gzipped: body.length === 0 ? 0 : gzipSync(body, { level: 9 }).length,
});

async function weighAsset(
  response: Response,
  origin: string,
  afterUse: boolean,
): Promise<Asset | null> {
  const kind = kinds.find((name) => name === response.request().resourceType());
  if (!kind || response.status() !== 200) return null;
  const path = response.url().replace(origin, '');
  const body = await bodyOf(response);
  const isOfAstro = kind === 'script' && astroScript.test(body.toString());
  return { kind, path, ...weigh(body), afterUse, isOfAstro };
}

/** Returns the body of a response. Browsers discard old bodies, which are requested again. */
async function bodyOf(response: Response): Promise<Buffer> {
  try {
    return await response.body();
  } catch {
    return (await response.frame().page().request.get(response.url())).body();
  }
}

/** Returns the code of inline scripts, without structured data. */
function inlineScriptsOf(html: string): string[] {
  const scripts = html.matchAll(
    /<script(?![^>]*\b(?:src|type="application\/))[^>]*>(.*?)<\/script>/gs,
  );
  return [...scripts].map(([, code = '']) => code);
}

/** Matches Astro's element for islands and its directives. `client:intent` belongs to this project. */
const astroScript = /class \w+ extends HTMLElement|Astro=\{\}\)\)\.(?!intent\b)/;

/** Presses a button of an island and waits until the island is hydrated. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  // The pressed button may be hidden or renamed as soon as the island is hydrated.
  const island = await button.locator('xpath=ancestor::astro-island[1]').elementHandle();
  await button.click();
  await page.waitForFunction((element) => !element?.hasAttribute('ssr'), island);
}

/** Buttons that load nearly all scripts of an article. */
export const articleButtons: readonly string[] = ['Like', 'Listen', 'Responses'];

/** Timeout in milliseconds for the use of one control. */
const CONTROL_TIMEOUT_MS = 400;

/** Scrolls to the end, then hovers over and clicks all controls that do not leave the page. */
async function usePage(page: Page): Promise<void> {
  await page.mouse.move(200, 200);
  for (let screen = 0; screen < 12; screen += 1) {
    await page.mouse.wheel(0, 900);
  }
  await page.waitForLoadState('networkidle');
  const controls = page.locator(
    'main button, main summary, header button, main [tabindex="0"], main textarea, main input, astro-island',
  );
  const count = await controls.count();
  for (let index = 0; index < count; index += 1) {
    const control = controls.nth(index);
    if (!(await control.isVisible())) continue;
    // Controls that are covered or move are skipped.
    await control.hover({ timeout: CONTROL_TIMEOUT_MS }).catch(() => undefined);
    await control.click({ timeout: CONTROL_TIMEOUT_MS, noWaitAfter: true }).catch(() => undefined);
  }
  await page.waitForLoadState('networkidle');
}

export function budgetOf(path: string): PageBudget {
  const matching = exceptions.filter(([pattern]) => pattern.test(path));
  return Object.assign({}, defaults, ...matching.map(([, budget]) => budget));
}

/** Returns one message for each exceeded limit of a page. */
export function overweightOf(page: PageWeight): string[] {
  const budget = budgetOf(page.path);
  return Object.entries(weightsOf(page)).flatMap(([kind, bytes]) => {
    const limit = budget[kind as keyof PageBudget];
    return bytes <= limit ? [] : [`${page.path}: ${bytes} bytes of ${kind}, at most ${limit}`];
  });
}

/** Bytes in the first round trip of a new connection: ten TCP segments, rounded as usual. */
export const FIRST_FLIGHT_BYTES = 14_336;

/** Largest number of characters of an article on the first screen of a phone. */
const FIRST_SCREEN_CHARACTERS = 1200;

/**
 * Measures the part of an article's page that is needed to show the first screen of its text, including styles.
 * @returns compressed sizes in bytes
 * @throws Error if the page has no article body
 */
export function measureFirstScreen(html: string): { brotli: number; gzip: number } {
  const start = html.search(/<[^>]+class="[^"]*\bprose\b/);
  if (start === -1) throw new Error('the page has no element with the class prose');
  const end = endOfText(html, start, FIRST_SCREEN_CHARACTERS);
  const beginning = Buffer.from(html.slice(0, end));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    brotli: brotliCompressSync(beginning, { params }).length,
    gzip: gzipSync(beginning, { level: 9 }).length,
  };
}

/** Returns the position after `wanted` characters of text, without tags. */
function endOfText(html: string, start: number, wanted: number): number {
  let isInTag = false;
  let seen = 0;
  for (let at = start; at < html.length; at += 1) {
    if (html[at] === '<') isInTag = true;
    else if (html[at] === '>') isInTag = false;
    else if (!isInTag) seen += 1;
    if (seen >= wanted) return at + 1;
  }
  return html.length;
}
