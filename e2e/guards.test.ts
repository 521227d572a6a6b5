import type { BrowserContext, Page } from '@playwright/test';
import { registerMember, signInAsOwner } from './support/site.ts';
import { expect, test } from './support/whole-site.ts';

type Guard = 'public' | 'member' | 'admin';

/**
 * Guards of pages. Other visitors of `member` pages are redirected to sign in and back; other visitors of `admin`
 * pages see the page of unknown URLs.
 */
const guards: Record<string, Guard> = {
  '/about': 'public',
  '/blog': 'public',
  '/contact': 'public',
  '/login': 'public',
  '/register': 'public',
  '/project': 'public',
  '/project/1': 'public',
  '/tools': 'public',
  '/account': 'member',
  '/profile': 'member',
  '/profile/edit': 'member',
  '/shop/products/history/7': 'member',
  '/library': 'member',
  '/liked': 'member',
  '/notifications': 'member',
  '/reading-list': 'member',
  '/shop/products/history': 'member',
  '/admin': 'admin',
  '/admin/blog/new': 'admin',
  '/admin/users': 'admin',
  '/admin/uploads': 'admin',
  '/admin/shop/products': 'admin',
  '/admin/shop/categories': 'admin',
  '/admin/shop/discounts': 'admin',
  '/admin/shop/create_product': 'admin',
  '/admin/shop/orders': 'admin',
  '/admin/shop/sales': 'admin',
  '/admin/settings': 'admin',
  '/admin/audit': 'admin',
  '/admin/comments': 'admin',
  '/admin/reviews': 'admin',
  '/admin/messages': 'admin',
  '/admin/mail': 'admin',
  '/admin/jobs': 'admin',
  '/admin/calendar': 'admin',
  '/admin/subscribers': 'admin',
  '/admin/connections': 'admin',
  '/admin/import-export': 'admin',
  '/admin/views': 'admin',
};

type Visitor = 'guest' | 'member' | 'admin' | 'expired';
type Result = 'the page' | 'the sign-in page' | 'Error 404';

function expectedResult(guard: Guard, visitor: Visitor): Result {
  if (guard === 'public') return 'the page';
  const hasAccess = visitor === 'admin' || (visitor === 'member' && guard === 'member');
  if (hasAccess) return 'the page';
  return guard === 'admin' ? 'Error 404' : 'the sign-in page';
}

/** Returns the page that a visitor sees after the response of the API. */
async function resultAt(page: Page, origin: string, path: string): Promise<Result> {
  await page.goto(origin + path);
  const heading = page.locator('h1:visible').first();
  // Until the API responds, there is no heading, or a skeleton below it.
  await heading.waitFor();
  await expect(page.locator('[data-personal] .skeleton')).toHaveCount(0);
  await heading.waitFor();
  if ((await heading.innerText()) === 'Error 404') return 'Error 404';
  const { pathname, searchParams } = new URL(page.url());
  if (pathname === '/login' && searchParams.get('next') === path) return 'the sign-in page';
  return 'the page';
}

/** One page of each kind of guard. */
const typical = [
  '/about',
  '/account',
  '/shop/products/history/7',
  '/admin/users',
  '/admin/blog/new',
];
const paths = Object.keys(guards);
const selections = [
  { some: 'typical', member: 'radia', paths: typical, tag: [] },
  {
    some: 'other',
    member: 'edsger',
    paths: paths.filter((path) => !typical.includes(path)),
    tag: ['@verify'],
  },
];

for (const { some, member, paths, tag } of selections) {
  test(`${some} pages open only for their audience, regardless of the stored session flag`, {
    tag,
  }, async ({ browser, site }) => {
    const signInAs: Record<Visitor, (page: Page, context: BrowserContext) => Promise<void>> = {
      guest: async () => undefined,
      member: (page) => registerMember(page, site, member),
      admin: (page) => signInAsOwner(page, site),
      // The stored flag of an admin exists without a session.
      expired: async (page, context) => {
        await signInAsOwner(page, site);
        await context.clearCookies();
      },
    };
    const results: Record<string, Result> = {};
    const expectedResults: Record<string, Result> = {};
    const visitPages = async (visitor: Visitor) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signInAs[visitor](page, context);
      for (const path of paths) {
        if (visitor === 'expired') {
          // Each page removes the flag after the response of the API.
          await page.evaluate(() => localStorage.setItem('session', 'admin'));
        }
        results[`${visitor} at ${path}`] = await resultAt(page, site.url, path);
        expectedResults[`${visitor} at ${path}`] = expectedResult(
          guards[path] ?? 'public',
          visitor,
        );
      }
      await context.close();
    };
    await Promise.all((Object.keys(signInAs) as Visitor[]).map(visitPages));
    expect(results).toEqual(expectedResults);
  });
}

test('guarded and unknown paths show the 404 page, and aliases redirect', {
  tag: '@topic',
}, async ({ page, site, request }) => {
  for (const path of [
    '/shop/no-such',
    '/shop/products/no-such',
    '/gamecorner/no-such',
    '/admin/no-such',
    '/blog/no-such',
    '/nowhere',
  ]) {
    const response = await request.get(site.url + path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain('Error 404');
  }
  // Guests see the same page for paths of the admin.
  for (const path of [
    '/admin',
    '/admin/blog/new',
    '/admin/blog/edit/1',
    '/admin/users',
    '/admin/uploads',
    '/admin/comments',
    '/admin/shop/create_product',
    '/admin/shop/edit_product/1',
  ]) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
  }
  const alias = await request.get(`${site.url}/edit_article/7`, { maxRedirects: 0 });
  expect([alias.status(), alias.headers().location]).toEqual([301, '/admin/blog/edit/7']);
});

test('a member who tries to post gets the documented message', { tag: '@topic' }, async ({
  page,
  site,
  request,
}) => {
  await registerMember(page, site, 'grace');
  // The page handles clicks before it loads the session.
  const sessionResponse = page.waitForResponse('**/api/user/info*');
  await page.goto(`${site.url}/blog/a-page-is-a-file`);
  await sessionResponse;
  await page.getByRole('link', { name: 'Create Post' }).press('Enter');
  const message =
    'You are not authorized to make a post. If you create an account you can begin making posts.';
  await expect(page.getByText(message)).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/blog/a-page-is-a-file`);
  const headers = { origin: site.url };
  const forbidden = await page.request.post(`${site.url}/api/articles`, { data: {}, headers });
  expect([forbidden.status(), (await forbidden.json()).msg]).toEqual([403, message]);
  const guest = await request.post(`${site.url}/api/articles`, { data: {}, headers });
  expect(guest.status()).toBe(401);
});
