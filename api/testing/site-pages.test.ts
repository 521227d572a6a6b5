import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminPages, readerPages, sourcesWithoutSample } from './site-pages.ts';

const sources = globSync('site/pages/**/*.astro').map((file) => file.replace('site/pages/', ''));

test('the checks over the whole site open a page of each kind', () => {
  const opened = [...readerPages, ...adminPages].map(({ source }) => source);
  expect([...new Set([...opened, ...sourcesWithoutSample])].toSorted()).toEqual(sources.toSorted());
});

/** One shell stands for many addresses, see api/plugins/site-routes.ts. */
const shells: Record<string, string> = {
  'member.astro': 'member',
  'shop/products/history/order.astro': 'shop/products/history',
};

test.each([...readerPages, ...adminPages].filter(({ status }) => status === undefined))(
  '$path is an address of site/pages/$source',
  ({ path, source }) => {
    const file = source.replace(/(^|\/)index\.astro$|\.astro$/, '').replace('500', '500.html');
    const address = shells[source] ? `${shells[source]}/[id]` : file;
    const pattern = address.replace('/[...path]', '(?:/.+)?').replaceAll(/\[[^\]]+\]/g, '[^/]+');
    expect(path.replace(/\?.*$/, '')).toMatch(new RegExp(`^/${pattern}$`));
  },
);

test('the checks over the whole site open every page of the admin', () => {
  const table = readFileSync('site/islands/admin/admin-pages.ts', 'utf8');
  const paths = [...table.matchAll(/ path: '([^']+)'/g)].map(([, path = '']) => path);
  const opened = adminPages.map(({ path }) => path);
  // Pages of one thing are opened with an id at their end.
  const isOpened = (path: string) =>
    opened.some((one) => one === path || one.startsWith(`${path.replace(/\/order$/, '')}/`));
  expect(paths.filter((path) => !isOpened(path))).toEqual([]);
  expect(paths.length).toBeGreaterThan(20);
});
