import { describe, expect, it } from 'vitest';
import type { ArticleFacts } from '#contracts/job.ts';
import { getArticleChange } from './article-change.ts';
import { loadPage, pathRank, pathsOfTag } from './page-table.ts';

const facts = (changes: Partial<ArticleFacts> = {}): ArticleFacts => ({
  id: 1042,
  publicId: 'abcd',
  slug: 'note',
  formerSlugs: [],
  state: 'live',
  publishedAt: 5,
  tags: ['css'],
  categories: ['notes'],
  seriesSlug: 'parts',
  card: 'card',
  ...changes,
});

/** Of every change of an article that somebody could read. */
const always = ['article:1042', 'sitemap:1'];
const ofCategory = ['list:category:notes', 'category-names'];
const lists = ['list:latest', 'list:tag:css', 'tag-counts', ...ofCategory];
const all = [...always, ...lists, 'card:1042', 'series:parts', 'series-names', 'sitemap'];

describe('the tags of a change', () => {
  it.each<[string, ArticleFacts | null, ArticleFacts | null, string[]]>([
    ['a first publishing', null, facts(), all],
    ['publishing a draft', facts({ state: 'draft' }), facts(), all],
    ['a schedule that is due', facts({ state: 'scheduled' }), facts(), all],
    ['unpublishing', facts(), facts({ state: 'draft' }), all],
    ['deleting', facts(), facts({ state: 'deleted' }), all],
    ['restoring', facts({ state: 'deleted' }), facts(), all],
    ['an edit of the text alone', facts(), facts(), always],
    [
      'an edit of the title',
      facts(),
      facts({ card: 'other' }),
      [...always, 'card:1042', 'series:parts'],
    ],
    [
      'another address',
      facts(),
      facts({ slug: 'other', formerSlugs: ['note'] }),
      [...always, 'card:1042', 'series:parts'],
    ],
    [
      'another series',
      facts(),
      facts({ seriesSlug: 'others', card: 'other' }),
      [...always, 'card:1042', 'series:parts', 'series:others', 'series-names'],
    ],
    [
      'one tag more',
      facts(),
      facts({ tags: ['css', 'html'], card: 'other' }),
      [...always, 'card:1042', 'series:parts', 'list:tag:html', 'tag-counts'],
    ],
    [
      'one tag instead of another',
      facts(),
      facts({ tags: ['html'], card: 'other' }),
      [...always, 'card:1042', 'series:parts', 'list:tag:css', 'list:tag:html', 'tag-counts'],
    ],
    [
      'another category',
      facts(),
      facts({ categories: ['code'], card: 'other' }),
      [
        ...always,
        'card:1042',
        'series:parts',
        'list:category:notes',
        'list:category:code',
        'category-names',
      ],
    ],
    ['archiving', facts(), facts({ state: 'archived' }), all],
    ['taking it out of the archive', facts({ state: 'archived' }), facts(), all],
    [
      'deleting what was archived',
      facts({ state: 'archived' }),
      facts({ state: 'deleted' }),
      [...always, 'card:1042', 'series:parts', 'sitemap'],
    ],
    [
      'another date',
      facts(),
      facts({ publishedAt: 6 }),
      [...always, ...lists, 'card:1042', 'series:parts'],
    ],
  ])('for %s', (_what, before, after, tags) => {
    const change = getArticleChange({ before, after, requestedAt: 0 });
    expect([...change.tags].sort()).toEqual([...tags].sort());
  });

  it('name the places in lists that were left and taken', () => {
    const after = facts({ publishedAt: 6, tags: ['html'], categories: ['notes', 'code'] });
    const { memberships } = getArticleChange({ before: facts(), after, requestedAt: 0 });
    expect(memberships).toEqual([
      { list: 'latest', time: 5, id: 1042 },
      { list: 'latest', time: 6, id: 1042 },
      { list: 'tag:css', time: 5, id: 1042 },
      { list: 'category:notes', time: 5, id: 1042 },
      { list: 'category:notes', time: 6, id: 1042 },
      { list: 'tag:html', time: 6, id: 1042 },
      { list: 'category:code', time: 6, id: 1042 },
    ]);
  });

  it('name every page of the article itself, its old addresses included', () => {
    const after = facts({ slug: 'other', formerSlugs: ['note', 'older'] });
    const change = getArticleChange({
      before: facts({ formerSlugs: ['older'] }),
      after,
      requestedAt: 0,
    });
    expect(change.mainPath).toBe('/blog/other');
    expect([...change.articlePaths].sort()).toEqual([
      '/blog/abcd',
      '/blog/note',
      '/blog/note.md',
      '/blog/older',
      '/blog/other',
      '/blog/other.md',
      '/og/abcd.png',
    ]);
  });

  it.each<[string, ArticleFacts | null, ArticleFacts | null, number[]]>([
    ['that comes', facts({ state: 'draft' }), facts(), [5]],
    ['that goes', facts(), facts({ state: 'deleted' }), [5]],
    ['that goes into the archive', facts(), facts({ state: 'archived' }), [5]],
    ['with another date', facts(), facts({ publishedAt: 6 }), [5, 6]],
    ['with another title', facts(), facts({ card: 'other' }), [5]],
    ['at another address', facts(), facts({ slug: 'other' }), [5]],
    ['with another text alone', facts(), facts(), []],
    ['in the archive', facts({ state: 'archived' }), facts({ state: 'archived', card: 'o' }), []],
  ])('name the places whose neighbours show an article %s', (_what, before, after, times) => {
    const { places } = getArticleChange({ before, after, requestedAt: 0 });
    expect(places).toEqual(times.map((time) => ({ time, id: 1042 })));
  });

  it('tell whether readers can open the article afterwards', () => {
    const visible = (state: ArticleFacts['state']) =>
      getArticleChange({ before: facts(), after: facts({ state }), requestedAt: 0 }).visible;
    expect(visible('live')).toBe(true);
    expect(visible('archived')).toBe(true);
    expect(visible('draft')).toBe(false);
    expect(visible('scheduled')).toBe(false);
    expect(visible('deleted')).toBe(false);
    expect(getArticleChange({ before: facts(), after: null, requestedAt: 0 }).visible).toBe(false);
  });
});

describe('the pages that a tag may call into being', () => {
  it.each([
    ['list:latest', ['/', '/blog', '/rss.xml', '/atom.xml', '/feed.json', '/cards/latest.json']],
    ['list:latest#7', ['/blog', '/blog/page/7']],
    ['list:tag:css', ['/tag/css', '/cards/tag/css.json']],
    ['list:tag:ünï-日本', ['/tag/ünï-日本', '/cards/tag/ünï-日本.json']],
    ['list:tag:css#2', ['/tag/css', '/tag/css/page/2']],
    ['series:parts', ['/series/parts']],
    ['sitemap', ['/sitemap.xml', '/search-index.json']],
    ['sitemap:3', ['/sitemap-3.xml', '/search-index-3.json']],
    ['article:1', []],
    ['card:1', []],
    ['tag-counts', []],
    ['series-names', []],
  ])('%s', (tag, paths) => {
    expect(pathsOfTag(tag)).toEqual(paths);
  });

  it('come in the order in which a reader may follow links', () => {
    const paths = ['/rss.xml', '/', '/sitemap.xml', '/blog/a.md', '/tag/a', '/blog/a', '/blog'];
    const sorted = paths.toSorted((one, other) => pathRank(one) - pathRank(other));
    expect(sorted.map(pathRank)).toEqual([0, 1, 1, 1, 2, 2, 2]);
    expect(sorted[0]).toBe('/blog/a');
  });

  it.each(['/nothing', '/blog/a/b', '/tag', '/blog/page/x/y', '', '/sitemap-x.xml'])(
    'are none at %j',
    (path) => {
      expect(
        loadPage(
          {
            database: undefined as never,
            origin: '',
            guards: [],
            payment: null,
            builtPages: [],
            builtDocuments: [],
          },
          path,
        ),
      ).toBeNull();
    },
  );
});
