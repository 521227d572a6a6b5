import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { beforeEach, describe, expect, it } from 'vitest';
import { BODY_PLACEHOLDER } from '#contracts/page.ts';
import type { ProductResponse } from '#contracts/product.ts';
import { cartMessages } from '#contracts/shop-messages.ts';
import { findProductByPublicId } from '../db/hot/products.ts';
import { incrementSold } from '../db/repositories/products.ts';
import { enqueueProductPages } from '../services/products/read-products.ts';
import { type Caller, callerOf, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertTestProduct } from '../testing/factories.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import { readPayloads } from '../testing/payloads.ts';
import { createPaypalService } from '../testing/paypal.ts';
import { productByApi } from '../testing/products.ts';
import {
  changedFiles,
  listSiteFiles,
  readSiteFile,
  startTestRelease,
  type TestRelease,
} from '../testing/test-release.ts';

let test: TestApp;
let guest: Caller;
let admin: Caller;
let release: TestRelease;
beforeEach(async () => {
  const { options: paypal } = createPaypalService();
  test = await buildTestApp({ config: { paypal }, markdown: createPlainMarkdown() });
  guest = callerOf(test.app);
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

const detail = (slug: string) => `/shop/products/detail/${slug}`;
const read = (pagePath: string) => readSiteFile(release.siteFolder, pagePath);
const dataOf = (page: string | null): Record<string, unknown>[] =>
  [...(page ?? '').matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json),
  );

async function change(id: string, changes: object): Promise<ProductResponse> {
  const response = await admin(`PUT /api/products/${id}`, changes);
  expect(response.statusCode).toBe(200);
  await release.refresh();
  return response.json().product;
}

/** Records an order of a product. */
async function sell(id: string): Promise<void> {
  const { database, clock } = test.context;
  await database.write((query) => {
    const before = findProductByPublicId(database, id);
    if (!before) throw new Error('no such product');
    incrementSold(query, before.id, 1, clock());
    const after = findProductByPublicId(database, id);
    if (after) enqueueProductPages(test.context, before, after);
  });
  await release.refresh();
}

/** Paths that show a product for sale. */
const productPaths = [
  '/shop',
  '/shop/products',
  '/shop/products/page/1',
  '/sitemap-products-0.xml',
  '/search-index-products-0.json',
];
const shownAt = (slug: string) => productPaths.filter((pagePath) => read(pagePath)?.includes(slug));

describe('a product that is for sale', () => {
  it('has a page with all details, and is in lists, sitemap and search index', async () => {
    release = await startTestRelease(test);
    const product = await productByApi(admin, { title: 'A kit & more', price: 19.5 });
    await release.refresh();
    const page = read(detail(product.slug));
    expect(page).toContain('<h1>A kit &amp; more</h1>');
    for (const fact of [
      product.product_id,
      product.description,
      'All of *them*.',
      '€19.50',
      'Software',
      'Buy Now',
      'book.zip',
      '19 B, version',
      product.files?.[0]?.sha256 ?? 'no file',
      'Not yet',
      `<link rel="canonical" href="http://localhost:3000${detail(product.slug)}">`,
      `property="og:image" content="http://localhost:3000${product.images?.url}"`,
    ]) {
      expect([fact, page?.includes(fact)]).toEqual([fact, true]);
    }
    expect(shownAt(product.slug)).toEqual(productPaths);
    expect(read('/sitemap.xml')).toContain('/sitemap-products-0.xml');
    const [offer, trail] = dataOf(page);
    expect(offer).toMatchObject({
      '@type': 'Product',
      name: 'A kit & more',
      sku: product.product_id,
      offers: { price: '19.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    });
    expect(trail).toMatchObject({ '@type': 'BreadcrumbList' });
    expect(dataOf(read('/shop/products'))[1]).toMatchObject({ '@type': 'ItemList' });
  });

  it('redirects from its ids and former slugs', async () => {
    release = await startTestRelease(test);
    const product = await productByApi(admin);
    await change(product._id, { slug: 'another-address' });
    for (const key of [product._id, product.product_id, product.slug]) {
      const response = await guest(`GET ${detail(key)}`);
      expect([key, response.statusCode, response.headers.location]).toEqual([
        key,
        301,
        detail('another-address'),
      ]);
    }
  });

  it('shows a new price and each sale without a new build', async () => {
    release = await startTestRelease(test);
    const product = await productByApi(admin);
    await change(product._id, { price: 7 });
    expect(read(detail(product.slug))).toContain('€7.00');
    expect(read('/shop/products')).toContain('€7.00');
    expect(read('/shop')).not.toContain('Best-selling');
    await sell(product._id);
    expect(read(detail(product.slug))).toContain('Sold once');
    expect(read('/shop')).toContain('Best-selling');
    expect((await admin('PUT /api/admin/settings', { currency: 'USD' })).statusCode).toBe(200);
    await release.refresh();
    expect(read(detail(product.slug))).toContain('$7.00');
    expect(read('/shop/products')).toContain('$7.00');
  });
});

describe('a product without available licence keys', () => {
  it('is sold out on cards and on its page until keys are added', async () => {
    release = await startTestRelease(test);
    const keys = { from: 'list', add: ['ONLY-ONE'] };
    const product = await productByApi(admin, { licenceType: 'seats', keys });
    await release.refresh();
    const shownSoldOut = () => [
      read('/shop/products')?.includes('Sold out'),
      read(detail(product.slug))?.includes(cartMessages.soldOut),
    ];
    expect(shownSoldOut()).toEqual([false, false]);
    await change(product._id, { keys: { removeUnused: true } });
    expect(shownSoldOut()).toEqual([true, true]);
    await change(product._id, { keys: { add: ['ANOTHER'] } });
    expect(shownSoldOut()).toEqual([false, false]);
  });
});

describe('a product that is not for sale', () => {
  it('has no page as a draft or after it is deleted', async () => {
    release = await startTestRelease(test);
    const product = await productByApi(admin, { state: 'draft' });
    await release.refresh();
    const everywhere = [...productPaths, detail(product.slug)];
    const mentions = () => everywhere.filter((pagePath) => read(pagePath)?.includes(product.slug));
    expect(mentions()).toEqual([]);
    await change(product._id, { state: 'live' });
    expect(mentions()).toEqual(everywhere);
    expect((await admin(`DELETE /api/products/${product._id}`)).statusCode).toBe(200);
    await release.refresh();
    expect(mentions()).toEqual([]);
    expect(read(detail(product._id))).toBeNull();
  });

  it('keeps its page without a buy button when it is retired, and is removed from lists', async () => {
    release = await startTestRelease(test);
    const product = await productByApi(admin);
    await release.refresh();
    await sell(product._id);
    await admin(`DELETE /api/products/${product._id}`);
    await release.refresh();
    expect(shownAt(product.slug)).toEqual([]);
    const page = read(detail(product.slug));
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('no longer for sale');
    expect(page).not.toContain('Buy Now');
    expect(dataOf(page)[0]).toMatchObject({
      offers: { availability: 'https://schema.org/Discontinued' },
    });
  });
});

/** Returns the tags and attribute names of a document, and the names in its structured data. */
function structureOf(page: string | null) {
  const tagsAndAttributes: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    // The placeholder image has a number of paths that depends on the name, and the letters of the
    // name decide which fonts are preloaded.
    const depends = (tag: DefaultTreeAdapterTypes.Element) =>
      tag.tagName === 'path' ||
      tag.attrs.some(({ name, value }) => name === 'as' && value === 'font');
    if ('attrs' in node && !depends(node))
      tagsAndAttributes.push([node.tagName, ...node.attrs.map(({ name }) => name)].join(' '));
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse(page ?? ''));
  return {
    tagsAndAttributes: tagsAndAttributes.join('\n'),
    names: dataOf(page).map(({ name }) => name),
  };
}

describe('a product with any title', { tags: ['topic'] }, () => {
  it('has pages with the same tags and attributes as a harmless title', async () => {
    const { database } = test.context;
    const marks = [
      BODY_PLACEHOLDER,
      '<!--body-->',
      '</head>',
      '</head><body lang="',
      '</script>',
      '{{',
    ];
    // Only every second payload, because each page has to be rendered and parsed.
    const others = readPayloads().filter((text) => /[<>"'&]/.test(text));
    const attacks = [...marks, ...others.filter((_, at) => at % 2 === 0)];
    const put = (text: string, slug: string) =>
      insertTestProduct(database, { slug, title: text, description: text, categoryId: null });
    put('Harmless', 'harmless');
    const titles = [...new Set(attacks.map((text) => text.trim().toWellFormed()))].filter(Boolean);
    for (const [at, title] of titles.entries()) put(title, `attack-${at}`);
    release = await startTestRelease(test);
    const { tagsAndAttributes } = structureOf(read(detail('harmless')));
    for (const [at, title] of titles.entries()) {
      const attacked = structureOf(read(detail(`attack-${at}`)));
      expect([title, attacked.tagsAndAttributes === tagsAndAttributes, attacked.names[0]]).toEqual([
        title,
        true,
        title,
      ]);
    }
    expect(titles.length).toBeGreaterThan(100);
  });
});

describe('among many products', { tags: ['topic'] }, () => {
  it('a change affects only the page of the product, its neighbours and the entry pages', async () => {
    const { database } = test.context;
    for (let number = 1; number <= 60; number += 1) {
      insertTestProduct(database, { listedAt: number * 1000, slug: `p${number}` });
    }
    release = await startTestRelease(test);
    expect(read(detail('p30'))).toContain(detail('p31'));
    const before = listSiteFiles(release.siteFolder);
    const { _id } = (await guest('GET /api/products/p30')).json();
    await change(_id, { state: 'retired' });
    const touched = changedFiles(before, listSiteFiles(release.siteFolder));
    const detailPages = touched.filter((file) => file.includes('/detail/'));
    expect(detailPages.map((file) => file.split('/').at(-2))).toEqual([
      'p28',
      'p29',
      'p30',
      'p31',
      'p32',
    ]);
    expect(touched).toContain('shop/products/page/2/index.html');
    expect(touched.length).toBeLessThan(12);
  });

  it('each is on a numbered page, and each page links to the next', async () => {
    const { database } = test.context;
    const ids = Array.from({ length: 60 }, (_, number) => number + 1);
    for (const number of ids) {
      // Links skip an empty page in the middle.
      const state = number >= 27 && number < 54 ? 'draft' : 'live';
      insertTestProduct(database, { state, slug: `p${number}`, listedAt: number });
    }
    release = await startTestRelease(test);
    const listedSlugs = new Set<string>();
    let pagePath: string | undefined = /href="([^"]+)" rel="next"/.exec(
      read('/shop/products') ?? '',
    )?.[1];
    while (pagePath) {
      const page: string = read(pagePath) ?? '';
      for (const [, slug = ''] of page.matchAll(/product__title"><a href="[^"]*\/([^"/]+)"/g)) {
        listedSlugs.add(slug);
      }
      pagePath = /href="([^"]+)" rel="next"/.exec(page)?.[1];
    }
    expect(listedSlugs.size).toBe(33);
  });
});
