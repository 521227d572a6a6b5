import { startBareHost } from '../api/testing/file-hosts.ts';
import { expect, signInAsOwner, test } from './support/site.ts';

test.use({ seed: 'demo' });

test('a static file host serves the page for every path with an ID', {
  tag: '@verify',
}, async ({ page, site, siteProxy }) => {
  await signInAsOwner(page, site);
  const articles = await (await page.request.get(`${site.url}/api/articles?limit=1`)).json();
  const products = await (await page.request.get(`${site.url}/api/products?limit=1`)).json();
  const { users } = await (await page.request.get(`${site.url}/api/user/info`)).json();
  const [article, product] = [articles.articles[0], products.products[0]];
  const host = await startBareHost({
    folder: `${site.dataFolder}/live`,
    api: `http://127.0.0.1:${site.port}`,
  });
  siteProxy.site = { port: host.port };

  const expectPage = async (path: string, heading: string, finalPath = path) => {
    await page.goto(site.url + path);
    await expect(page.getByText(heading).first()).toBeVisible();
    await expect(page).toHaveURL(site.url + finalPath);
  };
  await expectPage(`/member/${users._id}?as=guest`, 'as everyone sees you');
  const editor = `/admin/blog/edit/${article._id}`;
  await page.goto(`${site.url}/edit_article/${article._id}`);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(article.title);
  await expect(page).toHaveURL(site.url + editor);
  await page.goto(`${site.url}/admin/shop/edit_product/${product._id}`);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(product.title);
  await expectPage('/history/none', 'Order not found', '/shop/products/history/none');
  await expectPage('/admin/shop/orders/none', 'Error 404');
  await expectPage('/cart', 'Your Cart is Empty', '/shop/cart');
  await expectPage('/gamecorner/game/404', 'Game not found');
  await expectPage('/gamecorner/this-page', 'nor around it');
  await expectPage('/blog/no-such-article', 'Error 404');
  await expectPage('/no/such/page', 'Error 404');
  await host.close();
});
