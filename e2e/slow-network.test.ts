import type { Locator, Page } from '@playwright/test';
import { expect, registerMember, type Site, test } from './support/site.ts';
import { fakeSpeechSynthesis } from './support/speaking-browser.ts';
import { pauseRequests } from './support/waits.ts';

test.use({ seed: 'demo' });

const article = '/blog/forty-milliseconds';
const product = '/shop/products/detail/forty-milliseconds';
const bar = (page: Page) => page.getByRole('group', { name: 'This article' });

interface Press {
  path: string;
  control(page: Page): Locator;
  effect(page: Page): Locator;
  /** True if the effect needs a style sheet of its own. */
  isStyled?: true;
}

/** Controls whose scripts and styles load shortly before use. The browser opens the search without them. */
const presses: Press[] = [
  {
    path: article,
    control: (page) => bar(page).getByRole('button', { name: /^Like/ }),
    effect: (page) => bar(page).getByRole('link', { name: 'Sign in' }),
  },
  {
    path: article,
    control: (page) => bar(page).getByRole('button', { name: /^Responses/ }),
    effect: (page) =>
      page
        .getByRole('dialog', { name: /^Responses/ })
        .getByRole('textbox')
        .first(),
  },
  {
    path: article,
    control: (page) => bar(page).getByRole('button', { name: 'Listen', exact: true }),
    effect: (page) => page.getByRole('group', { name: 'Listen aloud' }),
  },
  {
    path: '/gamecorner/game/10',
    control: (page) => page.getByRole('button', { name: /^Play / }),
    effect: (page) => page.locator('.game'),
    isStyled: true,
  },
];

async function expectBusy(control: Locator): Promise<void> {
  await expect(control).toHaveAttribute('aria-busy', 'true');
  const indicator = await control.evaluate(
    (element) => getComputedStyle(element, '::after').content,
  );
  expect(indicator).not.toBe('none');
}

/** Presses a control while first its scripts and then its styles are loading. */
async function pressBeforeLoad(page: Page, site: Site, { path, ...press }: Press): Promise<void> {
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  const control = press.control(page);
  // The effect can hide the control.
  const island = await control.locator('xpath=ancestor::astro-island').elementHandle();
  const releaseStyles = await pauseRequests(page, /\.css$/);
  const releaseScripts = await pauseRequests(page, /\.js$/);
  await control.click();
  await expectBusy(control);
  await releaseScripts();
  await expect.poll(() => island?.evaluate((element) => element.hasAttribute('ssr'))).toBe(false);
  if (press.isStyled) await expectBusy(control);
  await releaseStyles();
  await expect(press.effect(page)).toBeVisible();
  await expect(page.locator('[aria-busy=true]').and(control)).toHaveCount(0);
  await page.unrouteAll();
}

test('a first press requests React at once, and not after the island', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.goto(site.url + article, { waitUntil: 'networkidle' });
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  const release = await pauseRequests(page, /\.js$/);
  await bar(page).getByRole('button', { name: /^Like/ }).click();
  await expect.poll(() => requested.length).toBe(2);
  const files = await Promise.all(
    requested.map(async (url) => (await page.request.get(url)).text()),
  );
  const react = files.findIndex((code) => code.includes('react.transitional.element'));
  expect(react).not.toBe(-1);
  // The island's file names all others, so that none is requested only after another one has arrived.
  const importsOf = async (url: string) => {
    const code = await (await page.request.get(url)).text();
    const imports = code.matchAll(/(?:from|import)"(\.\/[^"]+)"/g);
    return [...imports].map(([, file = '']) => new URL(file, url).href);
  };
  const direct = await importsOf(requested[1 - react] ?? '');
  const indirect = (await Promise.all(direct.map(importsOf))).flat();
  expect(indirect).not.toEqual([]);
  expect(direct).toEqual(expect.arrayContaining(indirect));
  await release();
  await expect(bar(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('the form for a comment does not wait for the comments', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await page.goto(site.url + article, { waitUntil: 'networkidle' });
  const release = await pauseRequests(page, /\/comments\?/);
  await bar(page)
    .getByRole('button', { name: /^Responses/ })
    .click();
  const panel = page.getByRole('dialog', { name: /^Responses/ });
  await panel.getByRole('textbox', { name: 'Your comment' }).fill('Said early');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panel.getByText('Sending…')).toBeVisible();
  await release();
  const comment = panel.getByRole('article').filter({ hasText: 'Said early' });
  await expect(comment.getByText(/only you can see/i)).toBeVisible();
});

test('the scripts of toasts load while the cart changes', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await registerMember(page, site, 'Ann');
  await page.goto(site.url + product, { waitUntil: 'networkidle' });
  const release = await pauseRequests(page, /\/api\/cart$/);
  const scripts = page.waitForResponse(/\/Toasts\.[^/]+\.js$/);
  await page.getByRole('main').getByRole('link', { name: 'Buy Now' }).click();
  await scripts;
  await release();
  await expect(page.locator('.toast')).toBeVisible();
});

test('a click before the scripts have loaded shows a busy state and takes effect later', {
  tag: '@topic',
}, async ({ page, site }) => {
  await fakeSpeechSynthesis(page);
  for (const press of presses) await pressBeforeLoad(page, site, press);

  await registerMember(page, site, 'Ann');
  await pressBeforeLoad(page, site, {
    path: product,
    control: () => page.getByRole('main').getByRole('link', { name: 'Buy Now' }),
    effect: () => page.getByRole('banner').getByRole('link', { name: /^Cart/ }),
  });
});

test('clicks on several controls before their scripts have loaded all take effect in order', async ({
  page,
  site,
}) => {
  await registerMember(page, site, 'Ann');
  await page.goto(site.url + article, { waitUntil: 'networkidle' });
  const like = bar(page).getByRole('button', { name: /^Like/ });
  const save = bar(page).getByRole('button', { name: /^Save to/ });
  const releaseScripts = await pauseRequests(page, /\.js$/);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname.replace(/.*\//, ''));
  });
  await like.click();
  await save.click();
  // An impatient second click counts once, as on a busy button.
  await like.click();
  await expectBusy(like);
  await expectBusy(save);
  await releaseScripts();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  expect(sent).toEqual(['likes', 'saves']);
  await expect(bar(page).locator('[aria-busy=true]')).toHaveCount(0);
});
