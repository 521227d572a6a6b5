import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { toWebUrl } from '../api/contracts/profile-lists.ts';
import { readPayloads } from '../api/testing/payloads.ts';
import { violationsOf } from './support/axe.ts';
import { expect, registerMember, type Site, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const password = 'a sound passphrase';

async function signUp(page: Page, site: Site, name: string): Promise<void> {
  await page.goto(`${site.url}/register?next=/profile`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name.split(' ')[0]?.toLowerCase()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save profile' }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const avatarFiles = (site: Site) =>
  readdirSync(path.join(site.dataFolder, 'uploads', 'avatars')).sort();

/** Returns an image that is too large for the server and has an unsupported format. */
const largeImage = () =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#105c5c',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .webp({ quality: 100 })
    .toBuffer();

const attacks = [
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  'javascript&colon;alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '<iframe srcdoc="<script>alert(1)</script>">',
];

/** Runs in the page: stores the attacks in all text fields. */
async function storeAttacks(attacks: string[]): Promise<number> {
  const [firstAttack = ''] = attacks;
  const projects = attacks.map((title) => ({ title, role: title }));
  const lists = { work: attacks, education: attacks };
  const body = JSON.stringify({
    title: firstAttack,
    bio: attacks.join('\n\n'),
    location: firstAttack,
    ...lists,
    projects,
  });
  const headers = { 'content-type': 'application/json' };
  return (await fetch('/api/user/profile', { method: 'PUT', headers, body })).status;
}

test('a member edits a profile, its image and visibility, exports the data, and deletes the account', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await page.goto(`${site.url}/profile/edit`);
  await page.waitForURL(`${site.url}/login?next=/profile/edit`);
  await signUp(page, site, 'Ada Example');
  const profileLink = page.getByRole('banner').getByRole('link', { name: 'Your profile' });
  await expect(profileLink.locator('[data-initials="AE"]')).toBeVisible();
  await profileLink.click();
  await expect(heading(page, 'Ada Example')).toBeVisible();
  await expect(page.getByText('Your profile is almost empty.')).toBeVisible();

  await page.getByRole('link', { name: 'Edit profile' }).click();
  await field(page, 'Title').fill('Mathematician');
  await field(page, 'About').fill('I wrote notes.\n\nThey became long.');
  await field(page, 'Skills').fill('Analysis,  French,, analysis');
  await expect(page.getByRole('list', { name: 'Skills, 2 so far' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove French' }).click();
  await expect(field(page, 'Skills')).toHaveValue('Analysis');
  await field(page, 'Websites').fill('javascript:alert(1)');
  await field(page, 'Phone').fill('call me');

  // The input survives a reload.
  await page.evaluate(() => {
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  });
  await page.reload();
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('Mathematician');

  await save(page);
  await expect(page.getByText('is not a web address')).toBeVisible();
  await expect(page.getByText('Phone has digits')).toBeVisible();
  await expect(field(page, 'Phone')).toBeFocused();
  await field(page, 'Phone').fill('+44 20 1234');
  await field(page, 'Websites').fill('ada.example');

  await page.getByLabel('Profile picture').setInputFiles({
    name: 'notes.txt',
    mimeType: 'image/png',
    buffer: Buffer.from('no image'),
  });
  await expect(page.getByText('File format is incorrect')).toBeVisible();
  await page.getByLabel('Profile picture').setInputFiles({
    name: 'me.webp',
    mimeType: 'image/webp',
    buffer: await largeImage(),
  });
  const crop = page.getByRole('dialog', { name: 'Crop image' });
  await crop.getByLabel('Zoom').press('ArrowRight');
  await crop.getByLabel('Left to right').press('Home');
  await crop.getByRole('button', { name: 'Use this image' }).click();
  await expect(crop).toHaveCount(0);
  await expect(page.getByLabel('Profile picture')).toBeFocused();

  // Projects can be sorted by keyboard.
  for (const title of ['First', 'Second']) {
    await page.getByRole('button', { name: 'Add a project' }).press('Enter');
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await page.keyboard.type(title);
  }
  await page.getByRole('button', { name: 'Move up Second' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move down Second' })).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add a project' }).click();
  await save(page);
  const third = page.getByRole('group', { name: 'Project 3' });
  await expect(third.getByText('A project needs a title')).toBeVisible();
  await expect(third.getByLabel('Title')).toBeFocused();
  await page.getByRole('button', { name: 'Remove project 3' }).click();
  await save(page);

  // The toast might disappear before the last image of the page has loaded.
  await page.waitForURL(`${site.url}/profile`, { waitUntil: 'commit' });
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await expect(page.getByText('They became long.')).toBeVisible();
  expect(await page.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('Project'),
    expect.stringContaining('Second'),
    expect.stringContaining('First'),
  ]);
  const link = page.getByRole('link', { name: 'ada.example' });
  await expect(link).toHaveAttribute('rel', 'ugc nofollow noopener');
  await expect(profileLink.locator('img')).toHaveJSProperty('complete', true);
  expect(avatarFiles(site)).toHaveLength(6);
  const avatarResponse = await page.request.get(
    site.url + (await profileLink.locator('img').getAttribute('src').then(String)),
  );
  expect([avatarResponse.status(), avatarResponse.headers()['cache-control']]).toEqual([
    200,
    'public, max-age=86400, immutable',
  ]);
  expect(await violationsOf(page)).toEqual([]);

  // Other visitors see only what the member shares with them.
  await page.getByRole('link', { name: 'As others see it' }).click();
  await expect(page.getByText('This is you, as members see you.')).toBeVisible();
  await expect(heading(page, 'Skills')).toBeVisible();
  await expect(heading(page, 'Contact')).toHaveCount(0);
  const publicUrl = page.url();
  const guestContext = await browser.newContext();
  const guest = await guestContext.newPage();
  await guest.goto(page.url());
  await expect(heading(guest, 'Ada Example')).toBeVisible();
  await expect(guest.getByText('Members may see more of this page.')).toBeVisible();
  await expect(heading(guest, 'Skills')).toHaveCount(0);
  await guestContext.close();

  // Texts of a profile are never interpreted as markup.
  page.on('dialog', () => {
    throw new Error('an attack ran');
  });
  expect(await page.evaluate(storeAttacks, attacks)).toBe(200);
  for (const pagePath of ['/profile', new URL(page.url()).pathname, '/profile/edit']) {
    await page.goto(site.url + pagePath);
    await expect(page.getByText(attacks[0] ?? '').first()).toBeVisible();
    const injected = page.locator(
      'main :is(script:not([type="module"], :has(~ astro-island)), iframe, [onerror], [onload], [href^="java"])',
    );
    await expect(injected).toHaveCount(0);
  }

  // Attacks in lists of other members have no effect, even where the API would reject them.
  const payloads = readPayloads();
  const member = new URL(publicUrl).pathname;
  await page.route(`**/api/user/${member.split('/')[2]}?*`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [user] = body.users;
    for (const name of ['skills', 'work', 'education', 'websites', 'socialMedia']) {
      user[name] = payloads;
    }
    for (const name of ['name', 'title', 'bio', 'location']) user[name] = payloads.join('\n\n');
    user.projects = payloads.map((title) => ({
      title,
      role: title,
      year: null,
      link: toWebUrl(title) ?? '',
    }));
    await route.fulfill({ response, json: body });
  });
  await page.goto(site.url + member);
  await expect(page.locator('main .tag')).toHaveCount(payloads.length);
  expect(
    await page.evaluate(() => ({
      injected: document.querySelectorAll(
        'main :is(script:not([type="module"], :has(~ astro-island)), style, iframe, object, embed, base, form, [style], [src]:not(img, script))',
      ).length,
      handlers: [...document.querySelectorAll('main *')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
      schemes: [
        ...new Set(
          [...document.querySelectorAll<HTMLAnchorElement>('main a')].map(
            (element) => element.protocol,
          ),
        ),
      ].filter((scheme) => !['http:', 'https:', 'mailto:', 'tel:'].includes(scheme)),
    })),
  ).toEqual({ injected: 0, handlers: 0, schemes: [] });
  await page.unrouteAll();

  await page.goto(`${site.url}/account`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download your data' }).click();
  const file = await (await download).path();
  const data = JSON.parse(readFileSync(file, 'utf8'));
  expect(data.account).toMatchObject([{ name: 'Ada Example', skills: ['Analysis'] }]);

  await page.getByRole('button', { name: 'Delete your account' }).click();
  const deleteDialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await deleteDialog.getByLabel('Delete my comments too').check();
  const confirmButton = deleteDialog.getByRole('button', { name: 'Delete permanently' });
  await page.route('**/api/account', (route) => route.abort());
  await confirmButton.click();
  await expect(page.getByRole('alert').filter({ hasText: 'is not responding' })).toBeVisible();
  await expect(deleteDialog.getByLabel('Delete my comments too')).toBeChecked();
  await page.unroute('**/api/account');
  const release = await pauseRequests(page, '**/api/account');
  await confirmButton.click();
  await expect(confirmButton).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(heading(page, 'Your account is deleted')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  expect(avatarFiles(site)).toEqual([]);
  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Wrong email or password.')).toBeVisible();
});

test('a member is not asked to sign in where the session could not be confirmed', {
  tag: '@topic',
}, async ({ page, site }) => {
  await registerMember(page, site, 'ada');
  const response = await page.request.put(`${site.url}/api/user/profile`, {
    data: { privacy: { profile: 'me' } },
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  const { _id } = (await response.json()).users;
  await page.context().clearCookies();
  await registerMember(page, site, 'bob');
  await page.route('**/api/user/info*', (route) => route.abort());
  await page.goto(`${site.url}/member/${_id}`);
  await expect(heading(page, 'ada')).toBeVisible();
  await expect(page.getByText('Members may see more of this page.')).toHaveCount(0);
});
