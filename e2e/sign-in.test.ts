import { expect, readOnlyTest, signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const invalidInputs = [
  [
    'Al',
    'a sound passphrase',
    'al@example.org',
    'Name only accepts string characters and must be greater than 3',
  ],
  ['Alan', 'short', 'al@example.org', 'Password must be greater than 6 characters'],
  ['Alan', 'a sound passphrase', 'al@example', 'Email only accepts in email format'],
] as const;

test('the sign-up form shows errors at fields and keeps the input', {
  tag: '@verify',
}, async ({ page, site }) => {
  // Submitting before the script has loaded must not send the form elsewhere.
  let releaseScripts = (): void => undefined;
  const scriptsAllowed = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await scriptsAllowed;
    await route.continue();
  });
  await page.goto(`${site.url}/register`, { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Al');
  await page.getByRole('button', { name: 'Submit' }).click();
  releaseScripts();
  await expect(page.getByText(invalidInputs[0][3])).toBeVisible();
  await page.unroute('**/*.js');
  await expect(page).toHaveURL(`${site.url}/register`);

  for (const [name, password, email, errorMessage] of invalidInputs) {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText(errorMessage)).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await expect(page.getByLabel('Email')).toHaveValue(email);
  }
  await page.getByLabel('Email').fill('alan@example.org');
  await page.getByRole('button', { name: 'Submit' }).click();
  // The toast might disappear before the last image of the page has loaded.
  await page.waitForURL(`${site.url}/`, { waitUntil: 'commit' });
  await expect(
    page.getByText('Please confirm your email address: we have sent a link to alan@example.org.'),
  ).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
});

readOnlyTest(
  'a wrong password shows an error that does not tell which input is wrong',
  { tag: '@topic' },
  async ({ page, site }) => {
    await page.goto(`${site.url}/login`);
    await page.getByLabel('Email').fill('owner@example.org');
    await page.getByLabel('Password', { exact: true }).fill('not it at all');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Wrong email or password.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('owner@example.org');
  },
);

readOnlyTest(
  'an error of a field that has the focus already is announced',
  { tag: '@topic' },
  async ({ page, site }) => {
    await page.goto(`${site.url}/login`);
    const email = page.getByLabel('Email');
    await email.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Email is required' })).toBeVisible();
    await expect(email).toBeFocused();
  },
);

readOnlyTest(
  'signing in without storage explains why it is not possible, and leaves no session',
  { tag: '@topic' },
  async ({ page, site }) => {
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, area, {
          get: () => {
            throw new DOMException('Storage is switched off.', 'SecurityError');
          },
        });
      }
    });
    await page.goto(`${site.url}/login?next=/tools`);
    await page.getByLabel('Email').fill('owner@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
    await page.getByRole('button', { name: 'Submit' }).click();
    const form = page.locator('form[action="/api/user/login"]');
    await expect(form.getByRole('alert')).toContainText('does not let this site store data');
    await expect(page).toHaveURL(`${site.url}/login?next=/tools`);
    await expect(page.getByLabel('Email')).toHaveValue('owner@example.org');
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => /access|refresh/.test(name))).toEqual([]);
  },
);

readOnlyTest(
  'signing in returns to the earlier page, but never to another site',
  { tag: '@verify' },
  async ({ page, site }) => {
    // A form that is sent before its script has loaded returns, too.
    const releaseScript = await pauseRequests(page, /\/SignIn\.[^/]+\.js$/);
    await page.goto(`${site.url}/login?next=/tools`, { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Email').fill('owner@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.locator('form[data-early=sent]')).toBeVisible();
    await releaseScript();
    await page.waitForURL(`${site.url}/tools`);

    for (const [next, expected] of [
      ['/admin/blog/new', '/admin/blog/new'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['javascript:alert(1)', '/'],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(`${site.url}/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Email').fill('owner@example.org');
      await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.waitForURL(site.url + expected);
    }
  },
);

readOnlyTest(
  'the sign-in page greets members instead of showing the form',
  { tag: '@verify' },
  async ({ page, site }) => {
    await signInAsOwner(page, site);
    for (const path of ['/login', '/register']) {
      await page.goto(`${site.url}${path}?next=/about`);
      await expect(
        page.getByRole('heading', { name: /You are signed in as .* \(owner@example\.org\)/ }),
      ).toBeVisible();
      await expect(page.getByLabel('Email')).toBeHidden();
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: 'Your profile' })).toBeVisible();
      await main.getByRole('link', { name: 'Continue' }).click();
      await page.waitForURL(`${site.url}/about`);
    }
    await page.goto(`${site.url}/login`);
    await expect(page.getByRole('link', { name: 'Home' }).last()).toHaveAttribute('href', '/');
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${site.url}/`);
    await page.goto(`${site.url}/login`);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByText('You are signed in')).toBeHidden();
  },
);

readOnlyTest(
  'an expired session signs out with a message',
  { tag: '@verify' },
  async ({ page, site }) => {
    await signInAsOwner(page, site);
    // An unavailable API does not sign the visitor out.
    await page.route('**/api/user/info', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto(`${site.url}/about`);
    await expect(page.getByText(/your account features are unavailable/)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.unroute('**/api/user/info');
    await page.context().clearCookies();
    await page.goto(`${site.url}/tools`);
    await expect(page.getByText('Your session has ended, so you are signed out.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();

    await signInAsOwner(page, site);
    await page.context().clearCookies();
    await page.goto(`${site.url}/account?from=email#passkeys`);
    await page.waitForURL(`${site.url}/login?next=/account%3Ffrom%3Demail%23passkeys&ended=1`);
    const form = page.locator('form[action="/api/user/login"]');
    await expect(form.getByText('Your session has ended, so you are signed out.')).toBeVisible();
  },
);

readOnlyTest('signing out applies to every tab', async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(site.url);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${site.url}/blog`);
  await expect(otherTab.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expect(otherTab.getByRole('link', { name: 'Get Started' })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.filter((cookie) => /access|refresh/.test(cookie.name))).toEqual([]);
});

test('a page from the back/forward cache applies a sign-out and a theme that it has missed', {
  tag: '@topic',
}, async ({ page, site }) => {
  // Browsers for tests have no such cache.
  const restore = (changes: Record<string, string>) =>
    page.evaluate((changes) => {
      localStorage.clear();
      Object.assign(localStorage, changes);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, changes);
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/account`);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Passkeys' })).toBeVisible();
  await page.context().clearCookies();
  await restore({});
  await page.waitForURL(`${site.url}/login?next=/account`);
  await restore({ theme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

readOnlyTest(
  'a click on Logout takes effect before its script has loaded',
  { tag: '@topic' },
  async ({ page, site }) => {
    await signInAsOwner(page, site);
    const releaseScripts = await pauseRequests(page, '**/_assets/session-startup.*.js');
    await page.goto(`${site.url}/about`);
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await releaseScripts();
    await page.waitForURL(`${site.url}/`);
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  },
);

readOnlyTest(
  'the editor is not accessible to guests',
  { tag: '@topic' },
  async ({ page, site, request }) => {
    await page.goto(`${site.url}/admin/blog/new`);
    await expect(page.getByRole('textbox', { name: 'Markdown' })).toHaveCount(0);
    await expect(page.getByText('Error 404')).toBeVisible();
    // A stored flag chooses the layout, but the API decides.
    await page.evaluate(() => localStorage.setItem('session', 'admin'));
    await page.reload();
    await expect(page.getByText('Error 404')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Markdown' })).toHaveCount(0);
    expect(
      (await request.post(`${site.url}/api/preview`, { data: { markdown: 'x' } })).status(),
    ).toBe(401);
  },
);

test('signing up returns to the earlier page, even if its link was followed early', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/login?next=/tools`);
  // The script of the page has not completed the link yet.
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Register' })
    .evaluate((link: HTMLAnchorElement) => {
      link.search = '';
      link.click();
    });
  await page.waitForURL(`${site.url}/register`);
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(`${site.url}/tools`);
});
