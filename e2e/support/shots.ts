/** `make shots` takes screenshots of all pages and states and writes them to shots/, for people to compare. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { launchBrowser } from '../../api/testing/find-browser.ts';
import { adminPages, readerPages } from '../../api/testing/site-pages.ts';
import buildOnce from './build-once.ts';
import { openDemoSite, type Site, signInAsOwner } from './site.ts';
import { startSiteProxy } from './site-proxy.ts';
import { ownerStates, states } from './states.ts';

const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
const HEIGHT = 900;
/** Number of pages that are open at the same time. */
const AT_ONCE = 2;
const folder = path.join(import.meta.dirname, '..', '..', 'shots');

interface Shot {
  file: string;
  title: string;
  theme: Theme;
  width: number;
  context?: BrowserContextOptions;
  asOwner?: boolean;
  /** True for dialogs and other overlays: takes the window instead of the whole page. */
  windowOnly?: boolean;
  show(page: Page): Promise<void>;
}

const fileOf = (...parts: (string | number)[]) =>
  `${parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.png`;

/** Opens a page and scrolls through it, which loads lazy content. */
const showPage = (pagePath: string) => async (page: Page) => {
  await page.goto(pagePath, { waitUntil: 'networkidle' });
  // Loads the page again with cached fonts: on a busy machine, a first visit shows the fallback fonts.
  await page.reload({ waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle');
};

function* allShots(): Generator<Shot> {
  for (const theme of themes) {
    for (const width of widths) {
      for (const { path: pagePath } of readerPages) {
        const file = fileOf(pagePath === '/' ? 'home' : pagePath, width, theme);
        yield { file, title: pagePath, theme, width, show: showPage(pagePath) };
      }
      for (const { path: pagePath } of adminPages) {
        const file = fileOf('owner', pagePath === '/' ? 'home' : pagePath, width, theme);
        yield {
          file,
          title: `owner: ${pagePath}`,
          theme,
          width,
          asOwner: true,
          show: showPage(pagePath),
        };
      }
      for (const state of [...states, ...ownerStates]) {
        const { name, path: pagePath, widths: stateWidths = widths, open } = state;
        if (!stateWidths.includes(width)) continue;
        const show = async (page: Page) => {
          await showPage(pagePath)(page);
          await open(page);
        };
        yield {
          file: fileOf('state', name, width, theme),
          title: name,
          theme,
          width,
          asOwner: ownerStates.includes(state),
          windowOnly: true,
          show,
        };
      }
    }
  }
  for (const pagePath of ['/', '/blog', '/blog/how-sqlite-keeps-a-promise', '/contact']) {
    const name = pagePath === '/' ? 'home' : pagePath;
    const colours = { forcedColors: 'active' } as const;
    const forced = {
      theme: 'dark' as const,
      width: 1440,
      context: colours,
      show: showPage(pagePath),
    };
    yield { file: fileOf('forced', name), title: `forced colours: ${pagePath}`, ...forced };
    const zoomed = { theme: 'light' as const, width: 640, context: { deviceScaleFactor: 2 } };
    yield {
      file: fileOf('zoom', name),
      title: `200 %: ${pagePath}`,
      ...zoomed,
      show: showPage(pagePath),
    };
  }
}

async function takeScreenshot(browser: Browser, site: Site, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    baseURL: site.url,
    colorScheme: shot.theme,
    reducedMotion: 'reduce',
    viewport: { width: shot.width, height: HEIGHT },
    ...shot.context,
  });
  try {
    const page = await context.newPage();
    if (shot.asOwner) await signInAsOwner(page, site);
    await shot.show(page);
    await page.screenshot({ path: path.join(folder, shot.file), fullPage: !shot.windowOnly });
  } finally {
    await context.close();
  }
}

/** Prints articles and the resume as PDF. */
async function print(browser: Browser, site: Site): Promise<void> {
  const page = await browser.newPage({ baseURL: site.url });
  for (const pagePath of ['/blog/how-sqlite-keeps-a-promise', '/resume']) {
    await showPage(pagePath)(page);
    const file = fileOf('paper', pagePath).replace('.png', '.pdf');
    await page.pdf({ path: path.join(folder, file), format: 'A4' });
  }
  await page.close();
}

/** Writes one page per theme with all screenshots. */
function writeContactSheets(shots: Shot[]): void {
  for (const theme of themes) {
    const figures = shots
      .filter((shot) => shot.theme === theme)
      .map(
        ({ file, title, width }) =>
          `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${title}, ${width} px</figcaption></figure>`,
      );
    const style =
      'body{font:14px system-ui;margin:16px;display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(240px,1fr))}figure{margin:0}a{display:block;height:320px;overflow:hidden;border:1px solid #999}img{width:100%}';
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shots, ${theme}</title><style>${style}</style>${figures.join('\n')}</html>\n`;
    writeFileSync(path.join(folder, `index-${theme}.html`), html);
  }
}

const log = (line: string) => process.stdout.write(`${line}\n`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const clearBuild = buildOnce();
const site = await openDemoSite({});
const siteProxy = await startSiteProxy();
siteProxy.site = site;
const browser = await launchBrowser({ proxy: { server: siteProxy.server } });
/** `node e2e/support/shots.ts home blog` takes only screenshots whose file name contains one of the words. */
const filters = process.argv.slice(2);
const shots = [...allShots()].filter(
  ({ file }) => filters.length === 0 || filters.some((word) => file.includes(word)),
);
const failures: string[] = [];
const queue = [...shots];
const worker = async () => {
  for (let shot = queue.shift(); shot; shot = queue.shift()) {
    const { file } = shot;
    await takeScreenshot(browser, site, shot).catch((error: Error) =>
      failures.push(`${file}: ${error.message}`),
    );
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
if (filters.length === 0) await print(browser, site);
writeContactSheets(shots);
await browser.close();
siteProxy.close();
await site.close();
clearBuild();
for (const failure of failures) log(failure);
log(
  `${shots.length - failures.length} screenshots in shots/; look at index-light.html and index-dark.html`,
);
process.exit(failures.length === 0 ? 0 : 1);
