import { expect, readOnlyTest as test } from './support/site.ts';

test('a reader finds an article and follows its tag and series', async ({ page, site }) => {
  await page.goto(site.url);
  await page.getByRole('main').getByRole('link', { name: 'Read the blog' }).click();
  await expect(page).toHaveURL(`${site.url}/blog`);
  await page.getByRole('navigation', { name: 'Quick links' }).getByText('JavaScript').click();
  await page.getByRole('main').getByRole('link', { name: 'How long is a string?' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How long is a string?');
  await expect(page.getByText(/\d+ Min Read/).first()).toBeVisible();
  await expect(page.locator('time').first()).toHaveText(
    /^[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) 20\d\d$/,
  );

  const series = page.getByRole('navigation', { name: 'Series' });
  await series.getByText('Plain values').click();
  await series.getByRole('link', { name: 'All parts of the series' }).click();
  await expect(page).toHaveURL(`${site.url}/series/plain-values`);
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Your invoice is off by a cent' })
    .first()
    .click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^#?javascript/i })
    .first()
    .click();
  await expect(page).toHaveURL(`${site.url}/tag/javascript`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/javascript/i);
});

test('an unknown URL shows an error and links to the home page', async ({ page, site }) => {
  const response = await page.goto(`${site.url}/no/such/page`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Error 404')).toBeVisible();
  await page.getByRole('link', { name: 'Go Back Home' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
});

test('the selected theme applies before the first paint of later pages', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(site.url);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  // By default, the theme follows the system.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).not.toBe(light);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Dark theme' }),
  ).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(light);
  await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.goto(`${site.url}/blog`, { waitUntil: 'commit' });
  await expect.poll(background).toBe(dark);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('public pages are readable, can be navigated, and show images and code', async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/blog/how-sqlite-keeps-a-promise`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('pre').first()).toBeVisible();
    await page.locator('main img').first().scrollIntoViewIfNeeded();
    await expect(page.locator('main img').first()).toBeVisible();
    // The oldest article is reachable by following Older.
    await page.goto(`${site.url}/blog`);
    const older = page.getByRole('link', { name: /Older/ });
    const seen: string[] = [];
    for (let pages = 0; pages < 10; pages += 1) {
      const links = await page.getByRole('main').locator('a[href^="/blog/"]').all();
      for (const link of links) seen.push((await link.getAttribute('href')) ?? '');
      if ((await older.count()) === 0) break;
      await older.first().click();
      await page.waitForLoadState();
    }
    const articles = new Set(seen.filter((path) => !path.includes('/page/')));
    expect(articles.size).toBe(16);
  });
});

/** Links of the Game Corner that demonstrate error pages. */
const demonstratesError = /^\/gamecorner\/(?:this-page|game\/404)$/;

test('every page of the sitemap exists, with all its links and images', {
  tag: '@verify',
}, async ({ request, site }) => {
  const text = async (path: string) => (await request.get(site.url + path)).text();
  const paths = new Set<string>();
  for (const [, shard] of (await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const sitemap = await text(new URL(shard ?? '').pathname);
    for (const [, path] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      paths.add(new URL(path ?? '').pathname);
    }
  }
  expect(paths.size).toBeGreaterThan(16);
  const broken: string[] = [];
  const links = new Set<string>();
  for (const path of paths) {
    // Scripts set the URLs in copies of templates.
    const html = (await text(path)).replaceAll(/<template.*?<\/template>/gs, '');
    for (const [, link] of html.matchAll(/ (?:href|src)="(\/(?!\/)[^"#?]*)/g))
      links.add(link ?? '');
  }
  for (const link of [...paths, ...links]) {
    if (demonstratesError.test(link)) continue;
    const status = (await request.get(site.url + link)).status();
    if (status !== 200) broken.push(`${status} ${link}`);
  }
  expect(broken).toEqual([]);
});
