import { expect, signInAsOwner, test } from './site.ts';
import { fillArticle } from './writing.ts';

const markdown = [
  'A first paragraph with `code` in it.',
  '',
  '## Why files',
  '',
  '```ts title="save.ts"',
  'export const answer: number = 42;',
  '```',
  '',
].join('\n');

test.describe('from an empty site', () => {
  test.use({ hasOwner: false });

  test('the set-up link makes the owner, who publishes what a stranger can read', async ({
    page,
    site,
    browser,
  }) => {
    await page.goto(site.setupLink ?? 'no link was printed');
    await expect(page).not.toHaveURL(/setup/);
    await page.getByLabel('Name').fill('Ada Owner');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'All Blog Posts' })).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: 'Create Post' }).click();
    await fillArticle(page, { title: 'Files are fast', markdown });
    await page.getByLabel('Tags').fill('performance, files');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: /Why files/ })).toBeVisible();
    await expect(preview.locator('pre')).toContainText('answer: number = 42');

    await page.getByRole('button', { name: 'Add Article' }).click();
    const live = page.getByRole('link', { name: '/blog/files-are-fast' });
    await expect(live).toBeVisible();
    await expect(page.getByText(/Live in \d+ ms/)).toBeVisible();

    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`${site.url}/blog/files-are-fast`);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Files are fast');
    await expect(stranger.getByRole('main')).toContainText('Ada Owner');
    await expect(stranger.locator('pre')).toContainText('answer: number = 42');
    // Lists follow the article.
    const listed = stranger.getByRole('link', { name: 'Files are fast' }).first();
    const timesListed = async () => {
      await stranger.goto(`${site.url}/blog`);
      return listed.count();
    };
    await expect.poll(timesListed).toBe(1);
    await listed.click();
    await expect(stranger).toHaveURL(`${site.url}/blog/files-are-fast`);

    await page.getByLabel('Title', { exact: true }).fill('Files are very fast');
    await page.getByRole('button', { name: 'Update' }).click();
    const titleAfterReload = async () => {
      await stranger.reload();
      return stranger.getByRole('heading', { level: 1 }).textContent();
    };
    await expect.poll(titleAfterReload).toBe('Files are very fast');
  });

  test('a set-up link works once', async ({ page, site, request }) => {
    const token = new URL(site.setupLink ?? '').hash.replace('#setup=', '');
    const register = (email: string) =>
      request.post(`${site.url}/api/user/register`, {
        headers: { origin: site.url },
        data: { name: 'Somebody', email, password: 'a sound passphrase', secret: token },
      });
    expect((await register('first@example.org')).status()).toBe(201);
    const second = await register('second@example.org');
    expect(second.status()).toBe(403);
    expect(await second.json()).toMatchObject({ code: 'SETUP_TOKEN_INVALID' });
    await page.goto(site.url);
  });
});

test.describe('with the sample articles', () => {
  test.use({ seed: 'demo' });

  const places = ['/blog', '/rss.xml', '/atom.xml', '/feed.json', '/sitemap-0.xml', '/tag/sqlite'];
  const slug = 'how-sqlite-keeps-a-promise';

  test('drafting, archiving and deleting take an article away from readers and feeds', {
    tag: '@verify',
  }, async ({ page, site, request }) => {
    const statusOf = async (path: string) =>
      (await request.get(site.url + path, { maxRedirects: 0 })).status();
    const mentions = async () => {
      const found: string[] = [];
      for (const place of places) {
        const answer = await request.get(site.url + place);
        if ((await answer.text()).includes(slug)) found.push(place);
      }
      return found;
    };
    expect(await mentions()).toEqual(places);

    await signInAsOwner(page, site);
    await page.goto(site.url);
    const row = page.getByRole('listitem').filter({ hasText: 'How SQLite keeps a promise' });
    await page.getByLabel('Search titles').fill('sqlite keeps');
    await expect(page.getByRole('checkbox', { name: 'Draft' })).toHaveCount(1);
    await row.getByLabel('Draft').check();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(404);
    await expect.poll(mentions).toEqual([]);
    await expect.poll(() => statusOf(`/blog/${slug}.md`)).toBe(404);

    await row.getByLabel('Draft').uncheck();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(200);
    await expect.poll(mentions).toEqual(places);

    await row.getByLabel('Archive').check();
    await expect.poll(mentions).toEqual([]);
    expect(await statusOf(`/blog/${slug}`)).toBe(200);
    await row.getByLabel('Archive').uncheck();
    await expect.poll(mentions).toEqual(places);

    await row.getByLabel('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(`/blog/${slug}`)).toBe(200);
    await row.getByLabel('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(404);
    await expect.poll(mentions).toEqual([]);

    await page.getByLabel('Bin').check({ force: true });
    await row.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(200);
    await expect.poll(mentions).toEqual(places);
  });
});
