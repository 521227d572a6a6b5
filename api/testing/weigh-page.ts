import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from '@playwright/test';
import { giveVoice } from './give-voice.ts';

const kinds = ['script', 'stylesheet', 'font', 'image'] as const;
type Kind = (typeof kinds)[number];

/** One file that a page asked for. */
export interface Asset {
  kind: Kind;
  /** Address without origin. */
  path: string;
  /** Bytes as they are. */
  bytes: number;
  /** Bytes after gzip -9, whatever the server sent. */
  gzipped: number;
  /** Whether the page asked for it only after somebody used it. */
  afterUse: boolean;
}

/** What a page consists of. Inline scripts and styles are weighed with the document. */
export interface PageWeight {
  path: string;
  document: { bytes: number; gzipped: number };
  inlineScripts: { bytes: number; gzipped: number };
  assets: Asset[];
}

export interface ScriptWeight {
  beforeUse: number;
  afterUse: number;
}

/** A phone: the narrow sources of pictures, and no more of them than its screen shows. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };

interface WeighOptions extends Pick<BrowserContextOptions, 'storageState'> {
  /** What is done with the page: everything, or the buttons of these names are pressed. */
  use?: 'everything' | readonly string[];
}

/**
 * Opens a page, waits until it is quiet and weighs all it asked for.
 * @param options `use` shows what is fetched afterwards; `storageState` is a visitor
 */
export async function weighPage(
  browser: Browser,
  origin: string,
  path: string,
  { use, storageState }: WeighOptions = {},
): Promise<PageWeight> {
  const context = await browser.newContext({ ...phone, storageState });
  // The button 'Listen' appears in browsers with a voice.
  await context.addInitScript(giveVoice);
  const page = await context.newPage();
  const found: { response: Response; afterUse: boolean }[] = [];
  let used = false;
  page.on('response', (response) => void found.push({ response, afterUse: used }));
  try {
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    used = true;
    if (use === 'everything') await usePage(page);
    else for (const name of use ?? []) await press(page, name);
    const assets: Asset[] = [];
    for (const { response, afterUse } of found) {
      const asset = await weighAsset(response, origin, afterUse);
      if (asset && !assets.some((known) => known.path === asset.path)) assets.push(asset);
    }
    const document = await (await context.request.get(origin + path)).body();
    return {
      path,
      document: weigh(document),
      inlineScripts: weigh(Buffer.from(inlineScriptsOf(document.toString()))),
      assets,
    };
  } finally {
    await context.close();
  }
}

/** Compressed bytes by kind, of what a page loads before anybody uses it. */
export function weightsOf(page: PageWeight) {
  const sum = (kind: Kind) =>
    page.assets
      .filter((asset) => asset.kind === kind && !asset.afterUse)
      // Fonts and pictures are packed already.
      .reduce((total, asset) => total + Math.min(asset.bytes, asset.gzipped), 0);
  return {
    html: page.document.gzipped,
    styles: sum('stylesheet'),
    scripts: scriptWeight(page).beforeUse,
    fonts: sum('font'),
    images: sum('image'),
  };
}

/** Bytes of script, gzipped, that run before and after a page is used; inline ones count. */
export function scriptWeight({ inlineScripts, assets }: PageWeight): ScriptWeight {
  const scripts = assets.filter((asset) => asset.kind === 'script');
  const sum = (some: Asset[]) => some.reduce((total, asset) => total + asset.gzipped, 0);
  const beforeUse = inlineScripts.gzipped + sum(scripts.filter((asset) => !asset.afterUse));
  return { beforeUse, afterUse: inlineScripts.gzipped + sum(scripts) };
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
  return { kind, path, ...weigh(await bodyOf(response)), afterUse };
}

/** A browser forgets bodies when a page has had many of them; the file is the same. */
async function bodyOf(response: Response): Promise<Buffer> {
  try {
    return await response.body();
  } catch {
    return (await response.frame().page().request.get(response.url())).body();
  }
}

/** Scripts that run; structured data does not. */
function inlineScriptsOf(html: string): string {
  const scripts = html.matchAll(
    /<script(?![^>]*\b(?:src|type="application\/))[^>]*>(.*?)<\/script>/gs,
  );
  return [...scripts].map(([, code]) => code).join('\n');
}

/** Presses a button of an island, and waits until the island is hydrated. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  // The pressed button may be hidden or renamed as soon as the island is hydrated.
  const island = await button.locator('xpath=ancestor::astro-island[1]').elementHandle();
  await button.click();
  await page.waitForFunction((element) => !element?.hasAttribute('ssr'), island);
}

/** Buttons of an article that nearly all of its scripts belong to. */
export const articleButtons: readonly string[] = ['Like', 'Listen', 'Responses'];

/** Milliseconds after which a control that does nothing is left alone. */
const PATIENCE_MS = 400;

/** Reads to the end, and touches, focuses and presses whatever does not lead away. */
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
    // One that is covered or moves away is no failure: the next one is tried.
    await control.hover({ timeout: PATIENCE_MS }).catch(() => undefined);
    await control.click({ timeout: PATIENCE_MS, noWaitAfter: true }).catch(() => undefined);
  }
  await page.waitForLoadState('networkidle');
}
