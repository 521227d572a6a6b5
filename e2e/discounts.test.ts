import type { Page } from '@playwright/test';
import { storeTestProduct } from '../api/testing/products.ts';
import {
  expect,
  openAdminPage,
  registerMember,
  type Site,
  signInAsOwner,
  test,
} from './support/site.ts';

// In production, the demo provider is available only with the demo content, which takes long to start.
test.use({ environment: { NODE_ENV: 'development' } });

/** Registers a member and adds products to the cart. */
async function registerWithCart(page: Page, site: Site, products: string[]): Promise<void> {
  await registerMember(page, site, 'Ann');
  const cart = products.map((_id) => ({ _id }));
  const response = await page.request.patch(`${site.url}/api/user/addcart`, {
    data: { cart },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status()).toBe(200);
}

test('the owner creates a discount code, and a member applies it with a custom amount', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  const { dataFolder } = site;
  const book = storeTestProduct(dataFolder, { title: 'A field guide', price: 2900 });
  const customPriced = { title: 'A zine', price: 500, suggestedPrice: 900 };
  const zine = storeTestProduct(dataFolder, customPriced);

  await signInAsOwner(page, site);
  await openAdminPage(page, 'Discount codes');
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create code' }).click();
  const form = page.getByRole('dialog', { name: 'Create a code' });
  await form.getByLabel('Code', { exact: true }).fill('no spaces');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form.getByText(/^Use 3 to 40 letters/)).toBeVisible();
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused();
  await form.getByLabel('Code', { exact: true }).fill('spring-26');
  await form.getByLabel('Percentage', { exact: true }).fill('10');
  await form.getByLabel('Selected products').check();
  await form.getByLabel('Part of the title').fill('field');
  await form.getByLabel('A field guide').check();
  // Enter in the search does not create the code.
  await form.getByLabel('Part of the title').fill('zine');
  await form.getByLabel('Part of the title').press('Enter');
  await expect(form.getByLabel('A zine')).not.toBeChecked();
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'SPRING-26' });
  await expect(row).toContainText(/10% off some products.*A field guide; once per member/);
  await expect(row).toContainText('Running');

  const buyerContext = await browser.newContext();
  const buyer = await buyerContext.newPage();
  await registerWithCart(buyer, site, [book, zine]);
  await buyer.goto(`${site.url}/shop/cart`);
  const summary = buyer.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Total€38.00');

  const amount = buyer.getByLabel(/^What you pay, in EUR/);
  await expect(amount).toHaveValue('9.00');
  await amount.fill('4,99');
  await amount.press('Tab');
  await expect(buyer.getByText('At least €5.00.', { exact: true })).toBeVisible();
  await expect(amount).toHaveValue('4,99');
  // A refused amount has to be corrected before the payment.
  await summary.getByRole('button', { name: /^Pay/ }).click();
  await expect(amount).toBeFocused();
  await amount.fill('7,50');
  await amount.press('Tab');
  await expect(summary).toContainText('Total€36.50');

  const code = buyer.getByLabel('Discount code', { exact: true });
  await code.fill('summer-26');
  await code.press('Enter');
  await expect(buyer.getByText(/^Unknown discount code/)).toBeVisible();
  await expect(code).toHaveValue('summer-26');
  await code.fill(' spring-26');
  await code.press('Enter');
  await expect(summary).toContainText('Discount SPRING-26−€2.90');
  await expect(summary).toContainText('Total€33.60');
  const removeButton = buyer.getByRole('button', { name: 'Remove the code SPRING-26' });
  await expect(removeButton).toBeFocused();
  await removeButton.press('Enter');
  await expect(summary).toContainText('Total€36.50');
  await expect(code).toBeFocused();
  await code.fill('Spring-26');
  await buyer.getByRole('button', { name: 'Apply' }).click();
  await expect(summary).toContainText('Total€33.60');

  await buyer.getByLabel('I agree to the terms.').check();
  await buyer.getByLabel(/agree to immediate delivery/).check();
  await buyer.getByRole('button', { name: 'Pay €33.60 at the demo provider' }).click();
  await expect(buyer.getByRole('heading', { name: 'Demo provider' })).toBeVisible();
  await buyer.getByRole('main').getByRole('button', { name: 'Pay €33.60' }).click();
  await buyer.getByRole('link', { name: 'See your order' }).click();
  const receipt = buyer.getByRole('main');
  await expect(receipt).toContainText('Discount SPRING-26−€2.90');
  await expect(receipt.getByRole('row').filter({ hasText: 'A zine' })).toContainText('€7.50');
  await expect(receipt).toContainText('Total€33.60');
  await buyerContext.close();

  await page.reload();
  await page.getByRole('link', { name: '1 redemption SPRING-26' }).click();
  await expect(page.getByRole('heading', { name: 'Redemptions of SPRING-26' })).toBeVisible();
  const redemption = page.getByRole('row').filter({ hasText: 'Order 1001' });
  await expect(redemption).toContainText(/Ann.*€2\.90 off.*€33\.60 paid/);
  await redemption.getByRole('link', { name: 'Order 1001' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order 1001' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('SPRING-26');
  await page.goBack();
  await page.getByRole('link', { name: 'All codes' }).click();
  await page.getByRole('button', { name: 'End SPRING-26' }).click();
  const dialog = page.getByRole('dialog', { name: 'End SPRING-26?' });
  await dialog.getByRole('button', { name: 'End now' }).click();
  await expect(row).toContainText('Ended');
  await expect(page.getByRole('button', { name: 'End SPRING-26' })).toHaveCount(0);
});
