import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CLOSEST_MAX, closestPages } from './closest-pages.ts';

const pages = [
  ['/', 'Home'],
  ['/blog', 'Blog'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
  ['/tools', 'Tools'],
  ['/resume', 'Resume'],
  ['/project', 'Case studies'],
  ['/project/1', 'Gates that stay open'],
  ['/project/2', 'The night planner'],
  ['/login', 'Sign in'],
  ['/register', 'Create an account'],
  ['/tag/javascript', 'Articles about javascript'],
  ['/tag/css', 'Articles about css'],
  ['/tag/größe', 'Articles about größe'],
  ['/series/plain-values', 'Series: plain values'],
  ['/blog/how-sqlite-keeps-a-promise', 'How SQLite keeps a promise'],
  ['/blog/a-page-is-a-file', 'A page is a file'],
  ['/blog/how-long-is-a-string', 'How long is a string?'],
  ['/blog/the-outbox-and-the-kill', 'The outbox and the kill'],
  ['/blog/your-invoice-is-off-by-a-cent', 'Your invoice is off by a cent'],
].map(([path = '', title = '']) => ({ path, title }));

const closestPath = (requestedPath: string) => closestPages(requestedPath, pages)[0]?.path;

describe('closestPages', () => {
  it.each([
    ['/blogg', '/blog'],
    ['/bolg', '/blog'],
    ['/blgo/', '/blog'],
    ['/abuot', '/about'],
    ['/About', '/about'],
    ['/about.html', '/about'],
    ['/about/index.php', '/about'],
    ['/aboutme', '/about'],
    ['/contcat', '/contact'],
    ['/contact-us', '/contact'],
    ['/projects', '/project'],
    ['/projects/1', '/project/1'],
    ['/project/99', '/project'],
    ['/project/night-planner', '/project/2'],
    ['/resumé', '/resume'],
    ['/cv', '/resume'],
    ['/signin', '/login'],
    ['/portfolio', '/project'],
    ['/tags/css', '/tag/css'],
    ['/tag/javscript', '/tag/javascript'],
    ['/category/JavaScript', '/tag/javascript'],
    ['/tag/gr%C3%B6%C3%9Fe', '/tag/größe'],
    ['/series/plain-valeus', '/series/plain-values'],
    ['/blog/how-sqlite-keeps-a-promis', '/blog/how-sqlite-keeps-a-promise'],
    ['/blog/How_SQLite_keeps_a_promise', '/blog/how-sqlite-keeps-a-promise'],
    ['/how-sqlite-keeps-a-promise', '/blog/how-sqlite-keeps-a-promise'],
    ['/posts/a-page-is-a-file', '/blog/a-page-is-a-file'],
    ['/2024/05/a-page-is-a-file.html', '/blog/a-page-is-a-file'],
    ['/blog/sqlite', '/blog/how-sqlite-keeps-a-promise'],
    ['/blog/invoice-cent', '/blog/your-invoice-is-off-by-a-cent'],
    ['/blog/outbox', '/blog/the-outbox-and-the-kill'],
    ['/blog/nothing-of-the-kind-at-all', '/blog'],
    ['/blog/page/9', '/blog'],
  ])('finds the page for %s: %s', (requestedPath, expected) => {
    expect(closestPath(requestedPath)).toBe(expected);
  });
});

it.each(['/', '/wp-admin/setup-config.php', '/.env', '/qqqqqqqq', '/%zz', '/%E0%A4%A', '/12345'])(
  'suggests no page for %s',
  (requestedPath) => {
    expect(closestPages(requestedPath, pages)).toEqual([]);
  },
);

test('finds the page of a path with six or more letters and one typing error', () => {
  const longPaths = pages.filter(({ path }) => path.length > 6 && !/\d$/.test(path));
  fc.assert(
    fc.property(fc.constantFrom(...longPaths), fc.nat(), fc.nat(3), (page, place, kind) => {
      const at = 1 + (place % (page.path.length - 2));
      const { path } = page;
      const mistyped = [
        path.slice(0, at) + path.slice(at + 1),
        `${path.slice(0, at)}x${path.slice(at)}`,
        `${path.slice(0, at)}x${path.slice(at + 1)}`,
        path.slice(0, at) + path[at + 1] + path[at] + path.slice(at + 2),
      ][kind];
      expect([mistyped, closestPath(mistyped ?? '')]).toEqual([mistyped, path]);
    }),
  );
});

test('suggests at most five existing pages for any path', () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const suggestions = closestPages(path, pages);
      expect(suggestions.length).toBeLessThanOrEqual(CLOSEST_MAX);
      for (const page of suggestions) expect(pages).toContain(page);
    }),
  );
});
