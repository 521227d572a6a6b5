import { adminPages as adminTable } from '#contracts/admin-pages.ts';
import { shells } from '#contracts/site-routes.ts';

/** A page of the demo site that the checks of all pages open. */
export interface SitePage {
  /** URL without origin. */
  path: string;
  /** Source file in site/pages/. */
  source: string;
  /** HTTP status if it is not 200. */
  status?: number;
  /** True for one page of each layout: `make test` checks these, `make verify` all. */
  typical?: true;
}

/**
 * Pages of the demo content for guests: at least one for each file of site/pages/. Checks of HTML,
 * accessibility, size and appearance use this table. A test makes sure that it is complete.
 */
export const readerPages: SitePage[] = [
  { path: '/', source: 'index.astro', typical: true },
  { path: '/about', source: 'about.astro' },
  { path: '/contact', source: 'contact.astro' },
  { path: '/tools', source: 'tools.astro' },
  { path: '/resume', source: 'resume.astro' },
  { path: '/project', source: 'project/index.astro' },
  // All fields and a video; all fields and images; few fields.
  { path: '/project/1', source: 'project/[id].astro', typical: true },
  { path: '/project/2', source: 'project/[id].astro' },
  { path: '/project/3', source: 'project/[id].astro' },
  { path: '/blog', source: 'blog/index.astro', typical: true },
  { path: '/blog/page/1', source: 'blog/page/[number].astro' },
  // Code and footnotes; a short text; German; nested quotes and long code.
  { path: '/blog/how-sqlite-keeps-a-promise', source: 'blog/[slug].astro', typical: true },
  { path: '/blog/a-page-is-a-file', source: 'blog/[slug].astro' },
  { path: '/blog/passwoerter-hashen-2026', source: 'blog/[slug].astro' },
  { path: '/blog/the-important-reversal', source: 'blog/[slug].astro' },
  { path: '/tag/javascript', source: 'tag/[tag]/index.astro' },
  { path: '/category/python', source: 'category/[category]/index.astro' },
  { path: '/series/plain-values', source: 'series/[series].astro' },
  { path: '/shop', source: 'shop/index.astro' },
  { path: '/shop/products', source: 'shop/products/index.astro' },
  { path: '/shop/products/page/1', source: 'shop/products/page/[number].astro' },
  {
    path: '/shop/products/detail/forty-milliseconds',
    source: 'shop/products/detail/[slug].astro',
    typical: true,
  },
  { path: '/shop-shell', source: 'shop-shell.astro' },
  { path: '/help', source: 'help.astro' },
  { path: '/privacy', source: 'privacy.astro' },
  { path: '/terms', source: 'terms.astro' },
  { path: '/subscribe', source: 'subscribe/index.astro' },
  { path: '/subscribe/confirm', source: 'subscribe/confirm.astro' },
  { path: '/unsubscribe', source: 'unsubscribe.astro' },
  { path: '/unsubscribe-notifications', source: 'unsubscribe-notifications.astro' },
  { path: '/preview-ended', source: 'preview-ended.astro' },
  { path: '/gamecorner', source: 'gamecorner/index.astro' },
  { path: '/gamecorner/browser', source: 'gamecorner/browser.astro' },
  // A game on another site, and a game that is played on this site.
  { path: '/gamecorner/game/11', source: 'gamecorner/game/[id].astro' },
  { path: '/gamecorner/game/10', source: 'gamecorner/game/[id].astro', typical: true },
  { path: '/gamecorner-shell', source: 'gamecorner-shell.astro' },
  { path: '/gamecorner/made', source: 'gamecorner/made.astro' },
  { path: '/gamecorner/game/404', source: 'gamecorner/no-such-game.astro', status: 404 },
  { path: '/gamecorner/this-page', source: 'gamecorner/no-such-page.astro', status: 404 },
  { path: '/login', source: 'login.astro', typical: true },
  { path: '/register', source: 'register.astro' },
  { path: '/forgot-password', source: 'forgot-password.astro' },
  { path: '/reset-password', source: 'reset-password.astro' },
  { path: '/invitation', source: 'invitation.astro' },
  { path: '/confirm-email', source: 'confirm-email.astro' },
  { path: '/revert-email', source: 'revert-email.astro' },
  { path: '/no/such/page', source: '404.astro', status: 404, typical: true },
  { path: '/blog/no-such-article', source: 'no-such-article.astro', status: 404 },
  { path: '/500.html', source: '500.astro' },
];

/** `_id` of the order of the owner that `openDemoSite` of e2e/support/site.ts adds to the demo content. */
export const SAMPLE_ORDER = 'sample-order';

/** Items of the demo content by the page that shows one item. */
const samples: Record<string, string> = {
  '/admin/blog/edit': 'how-sqlite-keeps-a-promise',
  '/admin/shop/edit_product': 'outbox-starter',
  '/admin/shop/orders/order': SAMPLE_ORDER,
};

/** Further pages that the owner can open when signed in. */
export const adminPages: SitePage[] = [
  { path: '/', source: 'index.astro' },
  { path: '/account', source: 'account.astro', typical: true },
  { path: '/profile', source: 'profile/index.astro' },
  { path: '/profile/edit', source: 'profile/edit.astro' },
  { path: '/member/no-such-member', source: 'member.astro' },
  { path: '/notifications', source: 'notifications.astro' },
  { path: '/reading-list', source: 'reading-list.astro' },
  { path: '/liked', source: 'liked.astro' },
  { path: '/library', source: 'library.astro' },
  { path: '/shop/cart', source: 'shop/cart.astro', typical: true },
  { path: '/shop/checkout?token=no-such-payment', source: 'shop/checkout.astro' },
  { path: '/shop/demo-payment?token=no-such-payment', source: 'shop/demo-payment.astro' },
  { path: '/shop/products/history', source: 'shop/products/history/index.astro' },
  { path: `/shop/products/history/${SAMPLE_ORDER}`, source: 'shop/products/history/order.astro' },
  ...adminTable.map((page): SitePage => {
    const pattern = shells.find(({ to }) => to === page.path)?.from;
    const path = pattern?.replace(':id', samples[page.path] ?? ':id') ?? page.path;
    const typical = path === '/admin/settings' || path === '/admin/blog/new';
    return { path, source: 'admin/[...path].astro', ...(typical && { typical }) };
  }),
];

/** Files of site/pages/ without a page in the demo content. */
export const sourcesWithoutSample: string[] = [
  'tag/[tag]/page/[number].astro',
  'category/[category]/page/[number].astro',
];
