import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shells as siteShells } from '#contracts/site-routes.ts';
import { adminPages, readerPages, sourcesWithoutSample } from './site-pages.ts';

const sources = globSync('site/pages/**/*.astro').map((file) => file.replace('site/pages/', ''));

test('the tables of pages contain a page of each source file', () => {
  const opened = [...readerPages, ...adminPages].map(({ source }) => source);
  expect([...new Set([...opened, ...sourcesWithoutSample])].toSorted()).toEqual(sources.toSorted());
});

test('pages of one item are opened with an item', () => {
  const paths = adminPages.map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith(':id'))).toEqual([]);
  for (const { from, to } of siteShells) {
    expect(paths).not.toContain(to);
    expect(paths.filter((path) => path.startsWith(from.replace(':id', '')))).not.toEqual([]);
  }
});

/** Paths of shells, which serve many pages, see api/contracts/site-routes.ts. */
const shells: Record<string, string> = {
  'member.astro': 'member',
  'shop/products/history/order.astro': 'shop/products/history',
};

test.each([...readerPages, ...adminPages].filter(({ status }) => status === undefined))(
  '$path is a path of site/pages/$source',
  ({ path, source }) => {
    const file = source.replace(/(^|\/)index\.astro$|\.astro$/, '').replace('500', '500.html');
    const route = shells[source] ? `${shells[source]}/[id]` : file;
    const pattern = route.replace('/[...path]', '(?:/.+)?').replaceAll(/\[[^\]]+\]/g, '[^/]+');
    expect(path.replace(/\?.*$/, '')).toMatch(new RegExp(`^/${pattern}$`));
  },
);
