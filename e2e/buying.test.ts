import type { Page } from '@playwright/test';
import { changeProduct, storeTestProduct } from '../api/testing/products.ts';
import { expect, registerMember, type Site, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

// In production, the demo provider is available only with the demo content, which takes long to start.
test.use({ environment: { NODE_ENV: 'development' } });

/** Follows a buy link as on a product page. */
async function followBuyLink(page: Page, product: string): Promise<void> {
  await page.evaluate((id) => {
    const link = document.createElement('a');
    link.href = `/shop/cart#buy=${id}`;
    document.body.append(link);
    link.click();
  }, product);
}

async function register(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Accepts the terms and continues to the provider. */
async function checkOut(page: Page, sum: string): Promise<void> {
  await page.getByLabel('I agree to the terms.').check();
  await page.getByLabel(/agree to immediate delivery/).check();
  await page.getByRole('button', { name: `Pay ${sum} at the demo provider` }).click();
  await expect(page.getByRole('heading', { name: 'Demo provider' })).toBeVisible();
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const providerButton = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

/** Opens a page of the site as a guest. */
async function openAsGuest(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/about`);
}

test('a guest chooses a product, signs up, finds it in the cart, pays, and gets a receipt', async ({
  page,
  site,
}) => {
  const book = storeTestProduct(site.dataFolder, { title: 'A field guide', price: 2900 });
  const seats = storeTestProduct(site.dataFolder, {
    title: 'A kit',
    price: 1250,
    licenceType: 'seats',
  });
  await openAsGuest(page, site);
  await followBuyLink(page, book);
  await expect(page.getByText('Please login to continue buying')).toBeVisible();
  await register(page, 'Ann');

  await expect(title(page, 'Your Bag')).toBeVisible();
  const lines = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
  await expect(lines).toHaveText([/A field guide/]);
  // If the connection is lost, the product is added at the next visit.
  await page.route('**/api/cart', (route) => route.abort());
  await followBuyLink(page, seats);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/cart');
  await page.reload();
  await expect(lines).toHaveCount(2);
  await expect(page).toHaveURL(`${site.url}/shop/cart`);
  await followBuyLink(page, seats);
  await page.reload();
  await expect(
    page.getByRole('status').filter({ hasText: 'This product has been added to the cart' }),
  ).toBeVisible();
  await expect(lines).toHaveCount(2);

  await page.getByRole('button', { name: 'More of A kit' }).click();
  const kit = lines.filter({ hasText: 'A kit' });
  await expect(kit).toContainText('€25.00');
  // A change appears at once and is reverted if saving fails.
  const failRequest = await pauseRequests(page, '**/api/cart/*', 'abort');
  await page.getByRole('button', { name: 'More of A kit' }).click();
  await expect(kit).toContainText('€37.50');
  await failRequest();
  await expect(page.getByRole('alert').filter({ hasText: 'is not responding' })).toBeVisible();
  await expect(kit).toContainText('€25.00');
  await page.unroute('**/api/cart/*');
  await page.getByRole('button', { name: 'Remove A field guide' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Do you want to delete this product?' });
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(lines).toHaveText([/A kit/]);
  await expect(page.getByText('1 product', { exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'Pay €25.00 at the demo provider' }).click();
  await expect(page.getByText('Please agree to the terms.')).toBeVisible();
  await expect(page.getByLabel('I agree to the terms.')).toBeFocused();
  await page.getByText('Receipt address').click();
  await page.getByLabel('Name or company').fill('Ann & Sons');
  const country = page.getByLabel('Country code (two letters)');
  await country.fill('G');
  await page.getByRole('button', { name: 'Pay €25.00 at the demo provider' }).click();
  await expect(page.getByText('Enter a two-letter country code, such as DE.')).toBeVisible();
  await expect(country).toBeFocused();
  await country.fill('de');
  await checkOut(page, '€25.00');
  await expect(page.getByText('No money is charged, whatever you choose.')).toBeVisible();
  await providerButton(page, 'Pay €25.00').click();

  await expect(title(page, 'You have successfully placed an order.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveCount(0);
  // Reloading the page creates no second order.
  await page.reload();
  await expect(title(page, 'You have successfully placed an order.')).toBeVisible();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(title(page, 'Order 1001')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recipient' })).toContainText('Ann & Sons');
  const bought = page.getByRole('region', { name: 'Products' }).getByRole('row');
  await expect(bought.nth(1)).toContainText(/A kit.*2.*€12\.50.*€25\.00/);
  await page.goto(`${site.url}/history`);
  await expect(page.getByText('You have 1 previous order')).toBeVisible();
  await page.getByRole('link', { name: 'View order 1001' }).click();
  await expect(title(page, 'Order 1001')).toBeVisible();
  await page.goto(`${site.url}/cart`);
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

test('a cancelled, declined or pending payment keeps the cart and the order', {
  tag: '@verify',
}, async ({ page, site }) => {
  const book = storeTestProduct(site.dataFolder, { title: 'A field guide', price: 2900 });
  await openAsGuest(page, site);
  await followBuyLink(page, book);
  await register(page, 'Bob');
  await checkOut(page, '€29.00');
  await page.getByRole('link', { name: 'Close this window' }).click();
  await expect(
    page.getByText('The payment was cancelled. You have not been charged'),
  ).toBeVisible();

  await checkOut(page, '€29.00');
  await providerButton(page, 'Simulate a declined payment').click();
  await expect(title(page, 'You have not paid')).toBeVisible();
  await expect(page.getByText('The payment was declined')).toBeVisible();
  await page.getByRole('link', { name: 'Back to your cart' }).click();

  await checkOut(page, '€29.00');
  await providerButton(page, 'Simulate a pending payment').click();
  await expect(title(page, 'Your payment is being processed')).toBeVisible();
  await page.getByRole('link', { name: 'All your orders' }).click();
  await expect(page.getByText('You have 0 previous orders')).toBeVisible();
  await expect(page.getByText('On its way: €29.00 for A field guide.')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /Choose the outcome/ }).click();
  // If the API does not respond, the buyer can retry. Impatient presses send one request.
  await page.route('**/api/payment', (route) => route.abort());
  await providerButton(page, 'Simulate an approved payment').click();
  await expect(title(page, 'Your payment could not be completed')).toBeVisible();
  await page.unroute('**/api/payment');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment')) requests += 1;
  });
  const releasePayment = await pauseRequests(page, '**/api/payment');
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.dblclick();
  await expect(retry).toHaveAttribute('aria-busy', 'true');
  await retry.click();
  await releasePayment();
  await expect(title(page, 'You have successfully placed an order.')).toBeVisible();
  expect(requests).toBe(1);

  // A product that the member owns cannot be bought again.
  await followBuyLink(page, book);
  await expect(page.getByText('You already own this product.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

test('two devices share a cart, which shows new prices and unavailable products, and free products need no payment', {
  tag: '@verify',
}, async ({ page, browser, site }) => {
  const book = storeTestProduct(site.dataFolder, { title: 'A field guide', price: 2900 });
  const seats = storeTestProduct(site.dataFolder, {
    title: 'A kit',
    price: 1250,
    licenceType: 'seats',
  });
  await openAsGuest(page, site);
  await followBuyLink(page, book);
  await register(page, 'Cleo');
  await expect(title(page, 'Your Bag')).toBeVisible();
  const linesOf = (device: Page) =>
    device.getByRole('list', { name: 'Products' }).getByRole('listitem');
  await expect(linesOf(page)).toHaveText([/A field guide/]);

  const phone = await (await browser.newContext()).newPage();
  await phone.goto(`${site.url}/shop/cart`);
  await phone.getByLabel('Email').fill('cleo@example.org');
  await phone.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await phone.getByRole('button', { name: 'Submit' }).click();
  await expect(linesOf(phone)).toHaveText([/A field guide/]);
  await followBuyLink(phone, seats);
  await phone.reload();
  await expect(linesOf(phone)).toHaveCount(2);
  await phone.getByRole('spinbutton', { name: 'Quantity of A kit' }).fill('3');
  // A click that ends the typing works even though the cart changes during the click.
  await phone.getByRole('button', { name: 'Remove A kit' }).hover();
  const changed = phone.waitForResponse((response) => response.request().method() === 'PUT');
  await phone.mouse.down();
  await changed;
  await phone.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await phone.mouse.up();
  const dialog = phone.getByRole('dialog', { name: 'Do you want to delete this product?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(linesOf(phone).filter({ hasText: 'A kit' })).toContainText('€37.50');

  // One product has another price, and the other one is no longer for sale.
  changeProduct(site.dataFolder, seats, { price: 1000 });
  changeProduct(site.dataFolder, book, { state: 'retired' });
  await page.reload();
  const kit = linesOf(page).filter({ hasText: 'A kit' });
  await expect(kit).toContainText('it was €12.50.');
  await expect(kit).toContainText('€30.00');
  await expect(page.getByText('This product is no longer for sale.')).toBeVisible();
  await expect(page.getByText('Please remove the unavailable products first.')).toBeVisible();
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Do you want to delete this product?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(linesOf(page).filter({ hasText: name })).toHaveCount(0);
  };
  await remove('A field guide');
  await expect(page.getByRole('button', { name: /^Pay €30\.00/ })).toBeEnabled();
  await remove('A kit');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();

  const gift = storeTestProduct(site.dataFolder, { title: 'A gift', price: 0 });
  await followBuyLink(page, gift);
  await page.reload();
  await page.getByLabel('I agree to the terms.').check();
  await page.getByLabel(/agree to immediate delivery/).check();
  await page.getByRole('button', { name: 'Get it for free' }).click();
  await expect(title(page, 'You have successfully placed an order.')).toBeVisible();
  await phone.goto(`${site.url}/shop/products/history`);
  await expect(phone.getByText('You have 1 previous order')).toBeVisible();
  await phone.context().close();
});

test('a payment waits for changes of the cart, and for a new look at a total that they have changed', {
  tag: '@topic',
}, async ({ page, site }) => {
  const product = storeTestProduct(site.dataFolder, {
    title: 'A kit',
    price: 500,
    suggestedPrice: 1000,
    licenceType: 'seats',
  });
  await registerMember(page, site, 'dora');
  await page.goto(`${site.url}/about`);
  await followBuyLink(page, product);
  await page.getByLabel('I agree to the terms.').check();
  await page.getByLabel(/agree to immediate delivery/).check();
  const releaseAmount = await pauseRequests(page, '**/api/cart/*');
  await page.getByLabel('What you pay for each, in EUR A kit').fill('20');
  await page.getByRole('button', { name: 'Pay €10.00 at the demo provider' }).click();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveAttribute('aria-busy', 'true');
  await releaseAmount();
  await expect(page.getByText('The total has changed. Please check it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay €20.00 at the demo provider' })).toBeVisible();

  await page.unroute('**/api/cart/*');
  const releaseQuantity = await pauseRequests(page, '**/api/cart/*');
  await page.getByRole('button', { name: 'More of A kit' }).click();
  await page.getByRole('button', { name: 'More of A kit' }).click();
  const pay = page.getByRole('button', { name: 'Pay €60.00 at the demo provider' });
  await pay.click();
  await expect(pay).toHaveAttribute('aria-busy', 'true');
  await releaseQuantity();
  await expect(page.getByRole('heading', { name: 'Demo provider' })).toBeVisible();
  await expect(providerButton(page, 'Pay €60.00')).toBeVisible();
});
