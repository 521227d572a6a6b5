import { expect, signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';
import { fillArticle } from './support/writing.ts';

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

  test('the setup link creates the owner, who publishes an article for everyone', async ({
    page,
    site,
    browser,
  }) => {
    // The link also works in a tab that shows the form already.
    await page.goto(`${site.url}/register`, { waitUntil: 'networkidle' });
    await page.goto(site.setupLink ?? 'no link was printed');
    await expect(page.getByText(/creates the account of the site owner/)).toBeVisible();
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
    const articleUrl = page.getByRole('link', { name: '/blog/files-are-fast' });
    await expect(articleUrl).toBeVisible();
    await expect(page.getByText(/Live in \d+ ms/)).toBeVisible();

    const guest = await (await browser.newContext()).newPage();
    await guest.goto(`${site.url}/blog/files-are-fast`);
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Files are fast');
    await expect(guest.getByRole('main')).toContainText('Ada Owner');
    await expect(guest.locator('pre')).toContainText('answer: number = 42');
    // Lists include the article.
    const articleLink = guest.getByRole('link', { name: 'Files are fast' }).first();
    const countLinks = async () => {
      await guest.goto(`${site.url}/blog`);
      return articleLink.count();
    };
    await expect.poll(countLinks).toBe(1);
    await articleLink.click();
    await expect(guest).toHaveURL(`${site.url}/blog/files-are-fast`);

    await page.getByLabel('Title', { exact: true }).fill('Files are very fast');
    await page.getByRole('button', { name: 'Update' }).click();
    const titleAfterReload = async () => {
      await guest.reload();
      return guest.getByRole('heading', { level: 1 }).textContent();
    };
    await expect.poll(titleAfterReload).toBe('Files are very fast');
  });

  test('a setup link works only once, also if its form is sent before the script has loaded', async ({
    page,
    site,
    request,
  }) => {
    const setupLink = new URL(site.setupLink ?? '');
    const releaseScript = await pauseRequests(page, /\/Register\.[^/]+\.js$/);
    await page.goto(setupLink.href, { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Name').fill('Ada Owner');
    await page.getByLabel('Email').fill('first@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.locator('form[data-early=sent]')).toBeVisible();
    await releaseScript();
    await expect(page.getByRole('heading', { name: 'All Blog Posts' })).toBeVisible();

    const second = await request.post(`${site.url}/api/user/register`, {
      headers: { origin: site.url },
      data: {
        name: 'Somebody',
        email: 'second@example.org',
        password: 'a sound passphrase',
        secret: setupLink.hash.replace('#setup=', ''),
      },
    });
    expect(second.status()).toBe(403);
    expect(await second.json()).toMatchObject({ code: 'SETUP_TOKEN_INVALID' });
  });
});

test.describe('with the sample articles', () => {
  test.use({ seed: 'demo' });

  const listPaths = [
    '/blog',
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap-0.xml',
    '/tag/sqlite',
  ];
  const slug = 'how-sqlite-keeps-a-promise';

  test('drafts, archived and deleted articles disappear from pages and feeds', {
    tag: '@verify',
  }, async ({ page, site, request }) => {
    const statusOf = async (path: string) =>
      (await request.get(site.url + path, { maxRedirects: 0 })).status();
    const findMentions = async () => {
      const paths: string[] = [];
      for (const path of listPaths) {
        const response = await request.get(site.url + path);
        if ((await response.text()).includes(slug)) paths.push(path);
      }
      return paths;
    };
    expect(await findMentions()).toEqual(listPaths);

    await signInAsOwner(page, site);
    await page.goto(site.url);
    const row = page.getByRole('listitem').filter({ hasText: 'How SQLite keeps a promise' });
    await page.getByLabel('Search titles').fill('sqlite keeps');
    await expect(page.getByRole('checkbox', { name: 'Draft' })).toHaveCount(1);
    await row.getByLabel('Draft').check();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(404);
    await expect.poll(findMentions).toEqual([]);
    await expect.poll(() => statusOf(`/blog/${slug}.md`)).toBe(404);

    await row.getByLabel('Draft').uncheck();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(200);
    await expect.poll(findMentions).toEqual(listPaths);

    await row.getByLabel('Archive').check();
    await expect.poll(findMentions).toEqual([]);
    expect(await statusOf(`/blog/${slug}`)).toBe(200);
    await row.getByLabel('Archive').uncheck();
    await expect.poll(findMentions).toEqual(listPaths);

    await row.getByLabel('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(`/blog/${slug}`)).toBe(200);
    await row.getByLabel('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(404);
    await expect.poll(findMentions).toEqual([]);

    await page.getByLabel('Bin').check({ force: true });
    await row.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => statusOf(`/blog/${slug}`)).toBe(200);
    await expect.poll(findMentions).toEqual(listPaths);
  });
});
