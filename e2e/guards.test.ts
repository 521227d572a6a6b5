import type { BrowserContext, Page } from '@playwright/test';
import { registerMember, signInAsOwner } from './site.ts';
import { expect, test } from './whole-site.ts';

type Guard = 'public' | 'member' | 'admin';

/**
 * Who may see which page: `member` pages lead everybody else to sign in and back, `admin` pages are
 * for everybody else the page of addresses that do not exist.
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
type Sight = 'the page' | 'the way to sign in' | 'Error 404';

function expected(guard: Guard, visitor: Visitor): Sight {
  if (guard === 'public') return 'the page';
  const inside = visitor === 'admin' || (visitor === 'member' && guard === 'member');
  if (inside) return 'the page';
  return guard === 'admin' ? 'Error 404' : 'the way to sign in';
}

/** What is seen at an address once the API has decided. */
async function sightOf(page: Page, origin: string, path: string): Promise<Sight> {
  await page.goto(origin + path);
  const heading = page.locator('h1:visible').first();
  // While the API is asked there is no heading, or something that loads below it.
  await heading.waitFor();
  await expect(page.locator('[data-personal] .skeleton')).toHaveCount(0);
  await heading.waitFor();
  if ((await heading.innerText()) === 'Error 404') return 'Error 404';
  const { pathname, searchParams } = new URL(page.url());
  if (pathname === '/login' && searchParams.get('next') === path) return 'the way to sign in';
  return 'the page';
}

/** One page of each kind that decides by itself whom to let in. */
const typical = [
  '/about',
  '/account',
  '/shop/products/history/7',
  '/admin/users',
  '/admin/blog/new',
];
const paths = Object.keys(guards);
const selections = [
  { some: 'typical', member: 'alan', paths: typical, tag: [] },
  {
    some: 'other',
    member: 'edsger',
    paths: paths.filter((path) => !typical.includes(path)),
    tag: ['@verify'],
  },
];

for (const { some, member, paths, tag } of selections) {
  test(`${some} pages open for whom they are meant, whatever the browser remembers`, {
    tag,
  }, async ({ browser, site }) => {
    const contextOf: Record<Visitor, (page: Page, context: BrowserContext) => Promise<void>> = {
      guest: async () => undefined,
      member: (page) => registerMember(page, site, member),
      admin: (page) => signInAsOwner(page, site),
      // The flag of an admin is still there, the session is not.
      expired: async (page, context) => {
        await signInAsOwner(page, site);
        await context.clearCookies();
      },
    };
    const seen: Record<string, Sight> = {};
    const wanted: Record<string, Sight> = {};
    const goRound = async (visitor: Visitor) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await contextOf[visitor](page, context);
      for (const path of paths) {
        if (visitor === 'expired') {
          // Each page takes the flag away once it knows.
          await page.evaluate(() => localStorage.setItem('session', 'admin'));
        }
        seen[`${visitor} at ${path}`] = await sightOf(page, site.url, path);
        wanted[`${visitor} at ${path}`] = expected(guards[path] ?? 'public', visitor);
      }
      await context.close();
    };
    await Promise.all((Object.keys(contextOf) as Visitor[]).map(goRound));
    expect(seen).toEqual(wanted);
  });
}

test('a member who wants to post is told what the documentation says', { tag: '@topic' }, async ({
  page,
  site,
  request,
}) => {
  await registerMember(page, site, 'grace');
  // The page follows clicks before it asks who is here.
  const asked = page.waitForResponse('**/api/user/info*');
  await page.goto(`${site.url}/blog/a-page-is-a-file`);
  await asked;
  await page.getByRole('link', { name: 'Create Post' }).press('Enter');
  const sentence =
    'You are not authorized to make a post. If you create an account you can begin making posts.';
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/blog/a-page-is-a-file`);
  const headers = { origin: site.url };
  const refused = await page.request.post(`${site.url}/api/articles`, { data: {}, headers });
  expect([refused.status(), (await refused.json()).msg]).toEqual([403, sentence]);
  const guest = await request.post(`${site.url}/api/articles`, { data: {}, headers });
  expect(guest.status()).toBe(401);
});
