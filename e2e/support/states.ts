import type { Locator, Page } from '@playwright/test';
import { fakeSpeechSynthesis } from './speaking-browser.ts';
import { markdownField } from './writing.ts';

/** A state of a page after user actions. */
export interface State {
  name: string;
  path: string;
  /** True for states that `make test` checks; `make verify` checks all. */
  typical?: true;
  /** Widths at which the state exists; all widths by default. */
  widths?: number[];
  open(page: Page): Promise<void>;
}

/** Opens the comment panel and shows the error of an empty field. */
async function openComments(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Responses/ }).click();
  const panel = page.getByRole('dialog', { name: /^Responses/ });
  await panel.getByRole('article').first().waitFor();
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
}

/** Opens the search and enters a query. */
const searchFor = (query: string, result: string) => async (page: Page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill(query);
  await page.getByRole('dialog', { name: 'Search' }).getByText(result).first().waitFor();
};

/** States of public pages to check in addition to the initial states. */
export const states: State[] = [
  {
    name: 'menu open',
    path: '/about',
    widths: [360, 768],
    open: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
  },
  { name: 'empty search', path: '/blog', open: searchFor('', 'Type two letters') },
  {
    name: 'search with results',
    path: '/blog',
    typical: true,
    open: searchFor('the', 'result'),
  },
  { name: 'search without results', path: '/blog', open: searchFor('qqqqqqqqqq', 'Nothing found') },
  {
    name: 'details of a technology',
    path: '/',
    open: (page) => page.getByRole('button', { name: 'React' }).first().click(),
  },
  {
    name: 'form with errors',
    path: '/contact',
    async open(page) {
      await button(page, 'Send message').click();
      await page.locator('.field__error:not(:empty)').first().waitFor();
    },
  },
  {
    name: 'all disclosures open',
    path: '/blog/how-long-is-a-string',
    open: (page) =>
      page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      }),
  },
  {
    name: 'comments in a sheet',
    path: '/blog/forty-milliseconds',
    widths: [360, 768],
    open: openComments,
  },
  {
    name: 'comments in the rail',
    path: '/blog/forty-milliseconds',
    widths: [1440],
    open: openComments,
  },
  {
    // One question is open initially.
    name: 'all tags of the blog',
    path: '/blog',
    open: (page) => page.getByText('All tags').click(),
  },
  {
    name: 'menu of the header',
    path: '/about',
    widths: [1440],
    open: (page) => page.getByRole('banner').locator('summary', { hasText: 'Portfolio' }).click(),
  },
  {
    name: 'like bar of a guest, a toast, and titles found',
    path: '/blog/forty-milliseconds',
    widths: [1440],
    async open(page) {
      const bar = page.getByRole('group', { name: 'This article' });
      await bar.getByRole('button', { name: /^Like/ }).click();
      await bar.getByRole('link', { name: 'Sign in' }).waitFor();
      // The toast might disappear before the pointer reaches it on a busy machine. Hovering keeps it.
      const session = await page.context().newCDPSession(page);
      await session.send('Animation.enable');
      await session.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
      await button(bar, 'Copy link').click();
      await page.locator('.toast').hover();
      await session.detach();
      await page.getByRole('combobox', { name: 'Search the titles' }).fill('the');
      await page
        .getByRole('listbox', { name: 'Titles found' })
        .getByRole('option')
        .first()
        .waitFor();
    },
  },
  {
    name: 'article read aloud',
    path: '/blog/forty-milliseconds',
    widths: [360],
    async open(page) {
      await fakeSpeechSynthesis(page);
      await page.reload();
      await button(page, 'Listen').click();
      await page.getByRole('group', { name: 'Listen aloud' }).waitFor();
    },
  },
  {
    name: 'confirmation of a message',
    path: '/contact',
    widths: [360],
    async open(page) {
      const json = { msg: 'Your message has arrived. Thank you.' };
      await page.route('**/api/contact', (route) => route.fulfill({ json }));
      await page.getByLabel('Your name').fill('Ann Example');
      await page.getByLabel('Your email').fill('ann@example.org');
      await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
      await button(page, 'Send message').click();
      await page.getByRole('heading', { name: json.msg }).waitFor();
    },
  },
  {
    name: 'confirmation of a subscription',
    path: '/subscribe',
    widths: [360],
    async open(page) {
      const json = { msg: 'Almost done: open the link in the email we have just sent you.' };
      await page.route('**/api/subscribers', (route) => route.fulfill({ json, status: 202 }));
      await page.getByLabel('Your email').fill('ann@example.org');
      await button(page, 'Subscribe').click();
      await page.getByText(json.msg).waitFor();
    },
  },
  {
    name: 'quote in the panel',
    path: '/gamecorner',
    widths: [360],
    async open(page) {
      await button(page, /^GitHub users and celebrity quotes/).click();
      await button(page, /^Celebrity quotes/).click();
      await page.getByRole('dialog').locator('figcaption').waitFor();
    },
  },
  {
    name: 'GitHub user in the panel',
    path: '/gamecorner',
    widths: [360, 1440],
    async open(page) {
      const repos = [{ name: 'loom', link: 'https://example.org/loom', language: 'Rust' }];
      const user = { login: 'octavia', avatar: '/icon-192.png', link: 'https://example.org' };
      const json = { ...user, blog: 'octavia.example.org', public_repos: 1, repos };
      await page.route('**/api/panels/github/octavia', (route) => route.fulfill({ json }));
      await button(page, /^GitHub users and celebrity quotes/).click();
      await button(page.getByRole('dialog'), /^GitHub users/).click();
      await page.getByLabel('Username').fill('octavia');
      await page.getByLabel('Username').press('Enter');
      await page.getByRole('link', { name: 'loom' }).waitFor();
    },
  },
  {
    name: 'game with instructions',
    path: '/gamecorner/game/10',
    widths: [360],
    open: async (page) => {
      await openGame(page);
      await page.getByText('How to play', { exact: true }).click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'paused game',
    path: '/gamecorner/game/9',
    widths: [1440],
    open: async (page) => {
      await openGame(page);
      await button(gameIn(page), 'Play').click();
      await button(gameIn(page), 'Pause').click();
      await gameIn(page).getByRole('heading', { name: 'Paused' }).waitFor();
    },
  },
  {
    name: 'settings of a game',
    path: '/gamecorner/game/10',
    typical: true,
    open: async (page) => {
      await openGame(page);
      await button(gameIn(page), 'Settings').click();
      await page.getByRole('slider', { name: 'Volume' }).waitFor();
    },
  },
];

const gameIn = (page: Page) => page.locator('.game');

/** Opens the title screen of a game on its page. */
async function openGame(page: Page): Promise<void> {
  await button(page, /^Play /).click();
  await button(gameIn(page), 'Play').waitFor();
}

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** States of pages for the owner. */
export const ownerStates: State[] = [
  {
    name: 'form for a discount code',
    path: '/admin/shop/discounts',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create code' }).click();
      const form = page.getByRole('dialog', { name: 'Create a code' });
      await form.getByLabel('Selected products').check();
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await form.getByRole('list', { name: 'Products' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'slash menu',
    path: '/admin/blog/new',
    open: async (page) => {
      await markdownField(page).focus();
      await page.keyboard.type('/');
      await page.getByRole('option', { name: 'Table' }).waitFor();
    },
  },
  {
    name: 'article with errors',
    path: '/admin/blog/new',
    widths: [1440],
    open: async (page) => {
      await button(page, 'Add Article').click();
      await page.getByText('No Image Upload', { exact: true }).waitFor();
    },
  },
  {
    name: 'details in the drawer',
    path: '/admin/blog/new',
    widths: [360],
    open: async (page) => {
      await button(page, 'Details').click();
      await page.getByRole('dialog', { name: 'Details' }).getByLabel('Series').waitFor();
    },
  },
  {
    name: 'image chooser',
    path: '/admin/blog/new',
    open: async (page) => {
      await button(page, 'Image').click();
      await button(
        page.getByRole('dialog', { name: 'Image' }),
        'Choose from media library',
      ).click();
      const chooser = page.getByRole('dialog', { name: 'Choose from media library' });
      await chooser.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'checks in the drawer',
    path: '/admin/blog/new',
    widths: [1440],
    open: async (page) => {
      await markdownField(page).focus();
      await page.keyboard.insertText('# Twice\n\nA [way](/blog/to-nowhere).');
      await button(page, /^Checks: /).click();
      const checks = page.getByRole('dialog', { name: 'Checks' });
      await checks.getByText('This article does not exist.').waitFor();
    },
  },
];
