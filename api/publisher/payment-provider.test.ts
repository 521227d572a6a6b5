import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { insertTestProduct } from '../testing/factories.ts';
import { createPaypalService } from '../testing/paypal.ts';
import { readSiteFile } from '../testing/test-release.ts';
import { startTestSite } from '../testing/test-site.ts';

it('renders pages again on start once PayPal is configured', { tags: ['verify'] }, async () => {
  const demo = await startTestSite({
    prepare: ({ database }) => {
      insertTestProduct(database, { slug: 'own', isSample: false });
      insertTestProduct(database, { slug: 'gift', isSample: false, price: 0 });
      insertTestProduct(database, { slug: 'sample' });
    },
  });
  const { dataFolder } = demo;
  const page = (folder: string, slug: string) =>
    readSiteFile(folder, `/shop/products/detail/${slug}`) ?? '';
  const folder = demo.siteFolder();
  expect(page(folder, 'own')).toContain('This product is not for sale yet.');
  expect(page(folder, 'own')).not.toContain('Buy Now');
  expect(page(folder, 'own')).toContain('https://schema.org/OutOfStock');
  expect(page(folder, 'gift')).toContain('Buy Now');
  expect(page(folder, 'sample')).toContain('Buy Now');
  const list = readSiteFile(folder, '/shop/products') ?? '';
  expect(list.match(/Not for sale yet/g)).toHaveLength(1);
  await demo.stop();

  const real = await startTestSite({
    dataFolder,
    config: { paypal: createPaypalService().options },
  });
  try {
    await real.settled();
    expect(page(real.siteFolder(), 'own')).toContain('Buy Now');
    expect(readSiteFile(real.siteFolder(), '/shop/products')).not.toContain('Not for sale yet');
  } finally {
    await real.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
