import type { Page } from '@playwright/test';
import { expect, readOnlyTest as test } from './support/site.ts';
import { pauseRequests, scrollTo } from './support/waits.ts';

/** Documented time for which a word stays first, in milliseconds. */
const WORD_MS = 5000;
/** Minimum size of targets, in CSS pixels. */
const TARGET_PX = 24;

const firstWord = (page: Page) => page.locator('[data-place="0"]');
const pause = (page: Page) => page.getByRole('button', { name: 'Pause motion' });
const orbit = (page: Page) => page.getByRole('toolbar', { name: 'Technologies in six orbits' });
const details = (page: Page) => page.locator('#technology');
const countOrbitAnimations = (page: Page) =>
  orbit(page).evaluate(
    (element) =>
      element.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running')
        .length,
  );

/** Stops the clock of the page until the test advances it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
}

test('the words change every five seconds, and one button stops all motion', {
  tag: '@verify',
}, async ({ page, site }) => {
  await stopClock(page);
  await page.goto(site.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'PROBLEM SOLVER DEVELOPER SOFTWARE ENGINEER INNOVATOR',
  );
  await expect(pause(page).first()).toHaveAttribute('aria-pressed', 'false');
  for (const word of ['PROBLEM SOLVER', 'DEVELOPER', 'SOFTWARE ENGINEER', 'INNOVATOR']) {
    await expect(firstWord(page)).toHaveText(word);
    await page.clock.runFor(WORD_MS - 1);
    await expect(firstWord(page)).toHaveText(word);
    await page.clock.runFor(1);
  }
  await expect(firstWord(page)).toHaveText('PROBLEM SOLVER');
  await orbit(page).scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  await expect.poll(() => countOrbitAnimations(page)).toBeGreaterThan(0);

  await pause(page).first().press('Enter');
  await page.clock.runFor(10 * WORD_MS);
  await expect(firstWord(page)).toHaveText('PROBLEM SOLVER');
  await orbit(page).scrollIntoViewIfNeeded();
  await expect.poll(() => countOrbitAnimations(page)).toBe(0);
  await expect(pause(page).last()).toHaveAttribute('aria-pressed', 'true');

  await page.reload();
  await page.clock.runFor(WORD_MS);
  await expect(firstWord(page)).toHaveText('PROBLEM SOLVER');
  await pause(page).last().click();
  await page.clock.runFor(WORD_MS);
  await expect(firstWord(page)).toHaveText('DEVELOPER');
});

test('reduced motion stops all automatic motion', { tag: '@verify' }, async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stopClock(page);
  await page.goto(site.url);
  await page.clock.runFor(4 * WORD_MS);
  await expect(firstWord(page)).toHaveText('PROBLEM SOLVER');
  await expect(pause(page)).toHaveCount(0);
  await orbit(page).scrollIntoViewIfNeeded();
  expect(await countOrbitAnimations(page)).toBe(0);
  // The system setting can change while the page is open.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The page receives the change with its next frame and starts the timer of the words.
  await expect.poll(() => countOrbitAnimations(page)).toBeGreaterThan(0);
  await page.clock.runFor(WORD_MS);
  await expect(firstWord(page)).toHaveText('DEVELOPER');
});

test('a technology shows its details by click and by keyboard', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.url);
  await expect(orbit(page).locator('[data-of]')).toHaveCount(6);
  const items = orbit(page).getByRole('button');
  await expect(items).toHaveCount(37);
  await expect(details(page)).toBeHidden();
  const categories = new Set<string>();
  for (const item of await items.all()) {
    await item.click();
    await expect(item).toHaveAttribute('aria-expanded', 'true');
    const [name, category = ''] = await details(page).getByRole('paragraph').allTextContents();
    await expect(item).toHaveAccessibleName(name ?? '');
    categories.add(category);
  }
  expect([...categories].sort()).toEqual(
    ['CI/CD', 'Cloud', 'Database', 'Framework', 'Language', 'Monitoring', 'Other', 'SRE'].sort(),
  );
  await items.last().click();
  await expect(details(page)).toBeHidden();

  const fastify = orbit(page).getByRole('button', { name: 'Fastify' });
  await fastify.click();
  await expect(details(page)).toContainText('Fastify');
  await expect(details(page)).toContainText('Framework');
  await expect(fastify).toHaveAttribute('aria-expanded', 'true');
  await fastify.click();
  await expect(details(page)).toBeHidden();
  await expect(fastify).toHaveAttribute('aria-expanded', 'false');
  await fastify.click();
  await orbit(page).getByRole('button', { name: 'SQLite' }).click();
  await expect(details(page)).toContainText('SQLite');
  await expect(details(page)).toContainText('Database');
  await details(page).getByRole('button', { name: 'Close details' }).click();
  await expect(details(page)).toBeHidden();

  // The orbit has one tab stop, and arrow keys move within it.
  const sqlite = orbit(page).getByRole('button', { name: 'SQLite' });
  await expect(sqlite).toBeFocused();
  await page.keyboard.press('Home');
  await expect(orbit(page).getByRole('button', { name: 'TypeScript' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(orbit(page).getByRole('button', { name: 'Debian' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(sqlite).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(orbit(page).locator('[data-of]').nth(1).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(details(page)).toContainText('Figma');
  await page.keyboard.press('Enter');
  await expect(details(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(details(page).getByRole('button', { name: 'Close details' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await expect(orbit(page).getByRole('button', { name: 'Figma' })).toBeFocused();
});

test('a technology can be selected by keyboard before the scripts are loaded', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.url, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  const typescript = orbit(page).getByRole('button', { name: 'TypeScript' });
  await expect(orbit(page).locator('[tabindex="0"]')).toHaveAccessibleName('TypeScript');
  await typescript.focus();
  await page.keyboard.press('ArrowRight');
  await expect(typescript).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(typescript).toHaveAttribute('aria-busy', 'true');
  await expect(details(page)).toBeHidden();
  await loadScripts();
  await expect(details(page)).toContainText('TypeScript');
  await expect(typescript).toBeFocused();
  await expect(typescript).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('ArrowRight');
  await expect(orbit(page).getByRole('button', { name: 'SQLite' })).toBeFocused();
  await expect(orbit(page).locator('[tabindex="0"]')).toHaveAccessibleName('SQLite');
});

test('the testimonies move by buttons, dots and keys, and never automatically', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.url);
  const section = page.getByRole('region', { name: 'Testimonies' });
  const quotes = section.getByRole('listitem');
  await expect(quotes).toHaveCount(3);
  await expect(section).toContainText('Sample quotes');
  const shows = async (index: number) => {
    await expect(quotes.nth(index)).toBeInViewport({ ratio: 0.9 });
    await expect(section.locator('[aria-current="true"]')).toHaveAccessibleName(
      new RegExp(`^Testimony ${index + 1} of 3`),
    );
  };
  await scrollTo(section);
  await shows(0);
  await section.getByRole('button', { name: 'Next testimony' }).click();
  await shows(1);
  await section.getByRole('button', { name: 'Previous testimony' }).click();
  await shows(0);
  await section.getByRole('button', { name: 'Previous testimony' }).click();
  await shows(2);
  await section.getByRole('button', { name: /^Testimony 2 of 3/ }).click();
  await shows(1);
  await section.getByRole('list').focus();
  await page.keyboard.press('ArrowRight');
  await shows(2);
  await page.keyboard.press('ArrowRight');
  await shows(0);
  // The dots follow manual scrolling.
  await section.getByRole('list').evaluate((list) => list.scrollTo({ left: list.clientWidth }));
  await shows(1);
});

test('the home page links to about, resume, work, posts, email and its top', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'More about' })).toHaveAttribute('href', '/about');
  await expect(main.getByRole('link', { name: 'Download my Resume' })).toHaveAttribute(
    'href',
    '/resume.pdf',
  );
  await expect(main.getByRole('link', { name: 'Send Me A Message' })).toHaveAttribute(
    'href',
    'mailto:maren@example.com',
  );
  await expect(page.getByRole('region', { name: 'Latest writing' }).locator('article')).toHaveCount(
    4,
  );
  const posts = page.getByRole('region', { name: 'Social timeline' }).getByRole('listitem');
  await expect(posts).toHaveCount(6);
  await expect(posts.first().locator('time')).toHaveText('October 4th 2026');

  await main.getByRole('link', { name: 'Back to Top' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  const studies = page.getByRole('region', { name: 'Selected work' }).locator('article');
  await expect(studies).toHaveCount(3);
  const title = await studies.first().getByRole('heading').textContent();
  await studies.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/project\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every word, technology and testimony is readable', { tag: '@verify' }, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    for (const word of ['PROBLEM SOLVER', 'DEVELOPER', 'SOFTWARE ENGINEER', 'INNOVATOR']) {
      await expect(page.getByText(word, { exact: true })).toBeVisible();
    }
    const technologies = page.getByRole('region', { name: 'Technologies' });
    const list = await technologies.getByRole('definition').allInnerTexts();
    expect(list.join(', ').split(', ')).toHaveLength(37);
    await expect(technologies.getByRole('button')).toHaveCount(0);
    const testimonies = page.getByRole('region', { name: 'Testimonies' });
    await expect(testimonies.getByRole('button')).toHaveCount(0);
    for (const quote of await testimonies.getByRole('listitem').all()) {
      await quote.scrollIntoViewIfNeeded();
      await expect(quote).toBeInViewport({ ratio: 0.5 });
    }
  });
});

for (const width of [320, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });

    test('nothing scrolls sideways with the panel open, and targets are large', {
      tag: '@verify',
    }, async ({ page, site }) => {
      await page.goto(site.url);
      await orbit(page).getByRole('button', { name: 'React' }).click();
      await expect(details(page)).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      const small = await page
        .getByRole('main')
        .locator('a:visible, button:visible')
        .evaluateAll(
          (all, least) =>
            all
              .filter((element) => !element.closest('p:not(.hero__actions, .message__foot)'))
              .filter((element) => {
                // The link of a card covers the whole card.
                const box = (element.closest('.card') ?? element).getBoundingClientRect();
                // Rounds, because a transformed box can measure 23.999.
                return Math.round(Math.min(box.width, box.height)) < least;
              })
              .map((element) => element.outerHTML.slice(0, 120)),
          TARGET_PX,
        );
      expect(small).toEqual([]);
    });
  });
}

test('the icons of technologies come in one cached file', async ({ page, site }) => {
  const sheet = page.waitForResponse(/\/_assets\/technologies\.\w+\.svg$/);
  await page.goto(site.url);
  expect((await sheet).headers()['cache-control']).toContain('immutable');
  const iconIds = (await (await sheet).text()).match(/(?<=id=")\w+/g) ?? [];
  const used = await orbit(page)
    .locator('use')
    .evaluateAll((all) => all.map((use) => use.getAttribute('href')?.split('#')[1]));
  expect(used.length).toBeGreaterThan(30);
  expect(iconIds).toEqual(expect.arrayContaining(used));
  const width = () =>
    orbit(page)
      .locator('use')
      .first()
      .evaluate((use) => (use as SVGUseElement).getBBox().width);
  await expect.poll(width).toBeGreaterThan(10);
});
