import { describe, expect, it } from 'vitest';
import type { ArticleFacts } from '#contracts/job.ts';
import { loadPage, pathRank, pathsOfTag } from './page-table.ts';
import { getArticleChange } from './publish-batch.ts';

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

/** Tags of every change of a readable article. */
const baseTags = ['article:1042', 'sitemap:1'];
const categoryTags = ['list:category:notes', 'category-names'];
const listTags = ['list:latest', 'list:tag:css', 'tag-counts', ...categoryTags];
const allTags = [...baseTags, ...listTags, 'card:1042', 'series:parts', 'series-names', 'sitemap'];

describe('the effects of a change', () => {
  it.each<[string, ArticleFacts | null, ArticleFacts | null, string[]]>([
    ['a first publishing', null, facts(), allTags],
    ['publishing a draft', facts({ state: 'draft' }), facts(), allTags],
    ['a schedule that is due', facts({ state: 'scheduled' }), facts(), allTags],
    ['unpublishing', facts(), facts({ state: 'draft' }), allTags],
    ['deleting', facts(), facts({ state: 'deleted' }), allTags],
    ['restoring', facts({ state: 'deleted' }), facts(), allTags],
    ['an edit of only the text', facts(), facts(), baseTags],
    [
      'an edit of the title',
      facts(),
      facts({ card: 'other' }),
      [...baseTags, 'card:1042', 'series:parts'],
    ],
    [
      'another slug',
      facts(),
      facts({ slug: 'other', formerSlugs: ['note'] }),
      [...baseTags, 'card:1042', 'series:parts'],
    ],
    [
      'another series',
      facts(),
      facts({ seriesSlug: 'others', card: 'other' }),
      [...baseTags, 'card:1042', 'series:parts', 'series:others', 'series-names'],
    ],
    [
      'an additional tag',
      facts(),
      facts({ tags: ['css', 'html'], card: 'other' }),
      [...baseTags, 'card:1042', 'series:parts', 'list:tag:html', 'tag-counts'],
    ],
    [
      'one tag instead of another',
      facts(),
      facts({ tags: ['html'], card: 'other' }),
      [...baseTags, 'card:1042', 'series:parts', 'list:tag:css', 'list:tag:html', 'tag-counts'],
    ],
    [
      'another category',
      facts(),
      facts({ categories: ['code'], card: 'other' }),
      [
        ...baseTags,
        'card:1042',
        'series:parts',
        'list:category:notes',
        'list:category:code',
        'category-names',
      ],
    ],
    ['archiving', facts(), facts({ state: 'archived' }), allTags],
    ['unarchiving', facts({ state: 'archived' }), facts(), allTags],
    [
      'deleting an archived article',
      facts({ state: 'archived' }),
      facts({ state: 'deleted' }),
      [...baseTags, 'card:1042', 'series:parts', 'sitemap'],
    ],
    [
      'another date',
      facts(),
      facts({ publishedAt: 6 }),
      [...baseTags, ...listTags, 'card:1042', 'series:parts'],
    ],
  ])('contain the tags for %s', (_change, before, after, tags) => {
    const change = getArticleChange({ before, after, requestedAt: 0 });
    expect([...change.tags].sort()).toEqual([...tags].sort());
  });

  it('contain the list positions before and after the change', () => {
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

  it('contain all pages of the article, including former slugs', () => {
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
    ['that is published', facts({ state: 'draft' }), facts(), [5]],
    ['that is deleted', facts(), facts({ state: 'deleted' }), [5]],
    ['that is archived', facts(), facts({ state: 'archived' }), [5]],
    ['with another date', facts(), facts({ publishedAt: 6 }), [5, 6]],
    ['with another title', facts(), facts({ card: 'other' }), [5]],
    ['with another slug', facts(), facts({ slug: 'other' }), [5]],
    ['with only another text', facts(), facts(), []],
    ['in the archive', facts({ state: 'archived' }), facts({ state: 'archived', card: 'o' }), []],
  ])(
    'contain the positions whose neighbours show an article %s',
    (_change, before, after, times) => {
      const { positions } = getArticleChange({ before, after, requestedAt: 0 });
      expect(positions).toEqual(times.map((time) => ({ time, id: 1042 })));
    },
  );

  it('contain whether readers can open the article afterwards', () => {
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

describe('pages that a tag may create', () => {
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

  it('are sorted so that links lead to existing pages', () => {
    const paths = ['/rss.xml', '/', '/sitemap.xml', '/blog/a.md', '/tag/a', '/blog/a', '/blog'];
    const sorted = paths.toSorted((first, second) => pathRank(first) - pathRank(second));
    expect(sorted.map(pathRank)).toEqual([0, 1, 1, 1, 2, 2, 2]);
    expect(sorted[0]).toBe('/blog/a');
  });

  it.each(['/nothing', '/blog/a/b', '/tag', '/blog/page/x/y', '', '/sitemap-x.xml'])(
    'do not exist at %j',
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
            contentPages: new Map(),
            sampleContent: {},
          },
          path,
        ),
      ).toBeNull();
    },
  );
});
