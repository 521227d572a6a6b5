import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminPages, readerPages, sourcesWithoutSample } from './site-pages.ts';

const sources = globSync('site/pages/**/*.astro').map((file) => file.replace('site/pages/', ''));

test('the checks over the whole site open a page of each kind', () => {
  const opened = [...readerPages, ...adminPages].map(({ source }) => source);
  expect([...new Set([...opened, ...sourcesWithoutSample])].toSorted()).toEqual(sources.toSorted());
});

test.each([...readerPages, ...adminPages].filter(({ status }) => status === undefined))(
  '$path is an address of site/pages/$source',
  ({ path, source }) => {
    const address = source.replace(/(^|\/)index\.astro$|\.astro$/, '').replace('500', '500.html');
    // One shell stands for many addresses, see api/plugins/site-routes.ts.
    const shell = [
      'admin/blog/edit.astro',
      'admin/shop/edit_product.astro',
      'member.astro',
    ].includes(source)
      ? '/[^/]+'
      : '';
    const pattern = address.replaceAll(/\[[^\]]+\]/g, '[^/]+');
    expect(path).toMatch(new RegExp(`^/${pattern}${shell}$`));
  },
);
