import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { expect, readOnlyTest as test } from './support/site.ts';
import { pauseRequests, scrollTo, waitForLayout } from './support/waits.ts';

const titles = ['Gates that stay open', 'The night planner', 'Forty years in nine formats'];

const shownTitles = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2 }).filter({ visible: true });
const sectionsOf = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

/** Returns all blocks of structured data on the page. */
async function structuredData(page: Page): Promise<Record<string, unknown>[]> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks.map((block) => JSON.parse(block));
}

test('a visitor filters the projects, reloads the URL, and opens a project', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/project`);
  await expect(shownTitles(page)).toHaveText(titles);
  const count = page.getByRole('main').getByRole('status');
  await expect(count).toHaveText('3 projects');

  await page.getByRole('radio', { name: 'PostgreSQL' }).check();
  await expect(shownTitles(page)).toHaveText(['The night planner']);
  await expect(count).toHaveText('1 of 3 projects with PostgreSQL');
  await expect(page).toHaveURL(`${site.url}/project?technology=postgresql`);

  await page.reload();
  await expect(shownTitles(page)).toHaveText(['The night planner']);
  await expect(page.getByRole('radio', { name: 'PostgreSQL' })).toBeChecked();

  await page.getByRole('link', { name: 'The night planner' }).click();
  await expect(page).toHaveURL(`${site.url}/project/2`);
  await page.goBack();
  await expect(shownTitles(page)).toHaveText(['The night planner']);
  await expect(count).toHaveText('1 of 3 projects with PostgreSQL');

  await page.goto(`${site.url}/project?technology=cobol`);
  await expect(shownTitles(page)).toHaveText(titles);
  await expect(count).toHaveText('3 projects');
});

test('the filter has one tab stop, and arrow keys select an option', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/project`);
  await page.getByRole('radio', { name: 'All' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Python' })).toBeChecked();
  await expect(shownTitles(page)).toHaveText(titles.slice(1));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'The night planner' })).toBeFocused();
});

test('a full case study shows all sections with their content', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/project/1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[0] ?? '');
  const sections = [
    'Overview',
    'Branding',
    'REST API',
    'UI and components',
    'Features',
    'The Flow',
    'The Goal and what’s next',
    'API management',
  ];
  await expect(sectionsOf(page)).toHaveText(sections);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link')).toHaveText(sections);
  await contents.getByRole('link', { name: 'The Flow' }).click();
  await expect(page.getByRole('heading', { name: 'The Flow' })).toBeInViewport();

  const overview = page.getByRole('region', { name: 'Overview' });
  await expect(overview.getByRole('heading', { level: 3 })).toHaveText([
    'Background',
    'Objectives',
    'My role',
    'Scope',
  ]);
  for (const label of ['Role', 'Context', 'Period']) {
    await expect(page.getByRole('term').filter({ hasText: label }).first()).toBeVisible();
  }
  for (const name of ['Visit Website', 'View Prototype', 'Get The App']) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', /^https:/);
  }
  const branding = page.getByRole('region', { name: 'Branding' });
  await expect(branding.locator('rect').first()).toHaveAttribute('fill', '#105c5c');
  await expect(page.getByRole('note')).toContainText('In two years this happened three times.');

  const images = page.getByRole('article').locator('picture img');
  for (const image of await images.all()) {
    await scrollTo(image);
    await expect(image).toHaveJSProperty('complete', true);
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(image).toHaveAttribute('alt', /\w/);
  }
});

test('a link to a section works before the page has loaded', {
  tag: '@verify',
}, async ({ page, site }) => {
  const release = await pauseRequests(page, /\.(avif|webp)$/);
  await page.goto(`${site.url}/project/1`, { waitUntil: 'domcontentloaded' });
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'API management' }).click();
  const section = page.getByRole('heading', { name: 'API management' });
  await expect(section).toBeInViewport();
  await release();
  await page.waitForLoadState('load');
  await waitForLayout(page);
  await expect(section).toBeInViewport();
});

/** Fields that do not appear as text: files and styles. */
const nonTextFields = /^(id|cover\..*|.*\.(src|poster|captions|captionsLanguage|face))$/;

/** Returns the texts of a front matter by paragraph, with the path of each field. */
function textsOf(value: unknown, field = ''): [field: string, text: string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) =>
      textsOf(part, field ? `${field}.${key}` : key),
    );
  }
  if (nonTextFields.test(field)) return [];
  return String(value)
    .split(/\n\s*\n/)
    .map((paragraph) => [field, paragraph.replace(/\s+/g, ' ').trim()]);
}

const folder = new URL('../content/case-studies/', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.mdx'))) {
  test(`the page shows every field of ${file}`, { tag: '@verify' }, async ({ page, site }) => {
    const [, frontMatter = ''] = readFileSync(new URL(file, folder), 'utf8').split(/^---$/m);
    const study = parse(frontMatter);
    await page.goto(`${site.url}/project/${study.id}`);
    // Fields appear as text, link targets, alt texts, or colours of the palette.
    const article = page.getByRole('article');
    const articleText = ((await article.textContent()) ?? '').replace(/\s+/g, ' ');
    const attributes = await article.evaluate((element) =>
      ['href', 'alt', 'aria-label', 'fill'].flatMap((name) =>
        [...element.querySelectorAll(`[${name}]`)].map((part) => part.getAttribute(name)),
      ),
    );
    const fields = textsOf(study);
    expect(fields.length).toBeGreaterThan(8);
    const isShown = (text: string) => articleText.includes(text) || attributes.includes(text);
    expect(fields.filter(([, text]) => !isShown(text))).toEqual([]);
  });
}

test('a video of a case study loads only when it is played, with captions', {
  tag: '@verify',
}, async ({ page, site }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${site.url}/project/1`);
  const video = page.locator('video');
  await scrollTo(video);
  await expect(video).toHaveAttribute('controls');
  expect(requests.filter((url) => url.endsWith('.webm'))).toEqual([]);

  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  expect(await video.evaluate((element: HTMLVideoElement) => element.duration)).toBeCloseTo(14, 1);
  await expect
    .poll(() =>
      video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0),
    )
    .toBe(3);
});

test('a case study with few fields has no empty elements', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/project/3`);
  await expect(sectionsOf(page)).toHaveText(['Overview', 'The Goal']);
  await expect(page.getByRole('article').getByRole('heading', { level: 3 })).toHaveText([
    'Background',
    'Objectives',
  ]);
  for (const name of ['Visit Website', 'View Prototype', 'Get The App']) {
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  }
  const empty = page.getByRole('article').locator(':is(ul, ol, dl, div, p, figure, nav):empty');
  await expect(empty).toHaveCount(0);
});

test('Next Work and Previous Work lead through the case studies', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/project/1`);
  await expect(page.getByRole('link', { name: 'Previous Work' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next Work' }).click();
  await expect(page).toHaveURL(`${site.url}/project/2`);
  await expect(page.getByRole('link', { name: 'Previous Work' })).toHaveAttribute(
    'href',
    '/project/1',
  );
  await page.getByRole('link', { name: 'Next Work' }).click();
  await expect(page).toHaveURL(`${site.url}/project/3`);
  await expect(page.getByRole('link', { name: 'Next Work' })).toHaveCount(0);
  const beyond = await page.request.get(`${site.url}/project/4`);
  expect(beyond.status()).toBe(404);
});

test('structured data describes a case study and its position', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/project/2`);
  const [work, crumbs] = await structuredData(page);
  expect(work).toMatchObject({
    '@type': 'CreativeWork',
    name: 'The night planner',
    url: `${site.url}/project/2`,
  });
  expect((await page.request.get(String(work?.image))).status()).toBe(200);
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${site.url}/project/2`,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the filter hides other projects', { tag: '@topic' }, async ({ page, site }) => {
    await page.goto(`${site.url}/project`);
    await expect(shownTitles(page)).toHaveText(titles);
    await page.getByRole('radio', { name: 'Django' }).check();
    await expect(shownTitles(page)).toHaveText(['Forty years in nine formats']);
    await page.getByRole('radio', { name: 'All' }).check();
    await expect(shownTitles(page)).toHaveText(titles);
  });
});
