import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminPages, readerPages, sourcesWithoutSample } from './site-pages.ts';

const sources = globSync('site/pages/**/*.astro').map((file) => file.replace('site/pages/', ''));

test('the checks over the whole site open a page of each kind', () => {
  const opened = [...readerPages, ...adminPages].map(({ source }) => source);
  expect([...new Set([...opened, ...sourcesWithoutSample])].toSorted()).toEqual(sources.toSorted());
});

/** One shell stands for many addresses, see api/contracts/site-routes.ts. */
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
