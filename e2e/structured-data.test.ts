import { type DataBlock, dataBlocksOf, findVocabularyErrors } from './support/html.ts';
import { releasePages } from './support/release.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/whole-site.ts';

const sample = (page: string, data: DataBlock['data']): DataBlock => ({
  page,
  data: { '@context': 'https://schema.org', ...data },
});

/** Types of structured data by path patterns of pages. */
const typesByPath: [RegExp, string[]][] = [
  [/^\/$/, ['WebSite', 'Person']],
  [/^\/about$/, ['Person']],
  [/^\/project$/, ['ItemList', 'BreadcrumbList']],
  [/^\/project\/\d+$/, ['CreativeWork', 'BreadcrumbList']],
  [/^\/gamecorner(\/browser)?$/, ['ItemList']],
  [/^\/gamecorner\/game\/\d+$/, ['VideoGame', 'BreadcrumbList']],
  [/^\/blog$/, ['ItemList', 'FAQPage']],
  [/^\/shop$/, ['ItemList', 'BreadcrumbList']],
  [/^\/shop\/products(\/page\/\d+)?$/, ['ItemList', 'BreadcrumbList']],
  [/^\/shop\/products\/detail\/[^/]+$/, ['Product', 'BreadcrumbList']],
  [/^\/tag\/[^/]+$/, ['ItemList', 'BreadcrumbList']],
  [/^\/category\/[^/]+$/, ['ItemList', 'BreadcrumbList']],
  [/^\/series\/[^/]+$/, ['ItemList', 'BreadcrumbList']],
  [/^\/blog\/[^/]+$/, ['BlogPosting', 'BreadcrumbList']],
];

/** Pages of the release, without redirects. */
const pagesOf = async (site: Site) =>
  (await releasePages(site)).filter(({ html }) => !html.includes('<title>Moved</title>'));

test('all structured data uses the vocabulary of schema.org, and the check finds errors', {
  tag: '@verify',
}, async ({ site }) => {
  const blocks = dataBlocksOf(await releasePages(site));
  expect(blocks.length).toBeGreaterThan(0);
  const author = { '@type': 'Person', name: 'Ada' };
  // Invalid samples prove that the check finds errors. One check for both, because each loads all of schema.org.
  const samples = [
    sample('sound', { '@type': 'BlogPosting', headline: 'A', author }),
    sample('property', { '@type': 'BlogPosting', headlin: 'A' }),
    sample('type', { '@type': 'BlogPost' }),
    sample('value', { '@type': 'BlogPosting', wordCount: { '@type': 'Person' } }),
  ];
  expect(findVocabularyErrors([...blocks, ...samples])).toEqual([
    expect.stringMatching(/^property: .*headlin.* does not exist/),
    expect.stringMatching(/^type: .*BlogPost/),
    expect.stringMatching(/^value: .*not assignable/),
  ]);
});

const text = /\S/;
const absoluteUrl = /^https?:\/\/[^/]+\/\S*$/;
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const person = { '@type': 'Person', name: text, url: absoluteUrl };

/** Properties by type that the documentation of search engines requires for rich results. */
const required: Record<string, Record<string, unknown>> = {
  BlogPosting: {
    headline: text,
    image: absoluteUrl,
    datePublished: time,
    dateModified: time,
    author: person,
    mainEntityOfPage: absoluteUrl,
  },
  CreativeWork: { name: text, image: absoluteUrl, url: absoluteUrl, author: person },
  Person: { name: text, url: absoluteUrl },
  Product: {
    name: text,
    image: absoluteUrl,
    sku: text,
    offers: {
      '@type': 'Offer',
      price: /^\d+(\.\d+)?$/,
      priceCurrency: /^[A-Z]{3}$/,
      availability: absoluteUrl,
    },
  },
  ProfilePage: { mainEntity: person },
  VideoGame: { name: text, image: absoluteUrl, url: absoluteUrl, genre: text },
  WebSite: { name: text, url: absoluteUrl },
};

/** Lists, whose entries are numbered from 1 and link to internal pages. */
const lists: Record<string, { name: RegExp; urlField: 'item' | 'url' }> = {
  BreadcrumbList: { name: text, urlField: 'item' },
  ItemList: { name: text, urlField: 'url' },
};

const shapeOf = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof RegExp
        ? expect.stringMatching(value)
        : typeof value === 'object' && value !== null
          ? expect.objectContaining(shapeOf(value as Record<string, unknown>))
          : value,
    ]),
  );

test('each block has the properties that search engines require for its type', async ({ site }) => {
  const blocks = dataBlocksOf(await releasePages(site));
  for (const { page, data: part } of blocks) {
    // Blocks with the same `@id` describe the same thing.
    const parts = blocks.filter(
      (other) => other.page === page && other.data['@id'] === part['@id'],
    );
    const data = part['@id'] ? Object.assign({}, ...parts.map((other) => other.data)) : part;
    const type = data['@type'];
    const list = lists[type];
    if (list) {
      const entries = data.itemListElement as Record<string, unknown>[];
      const expected = entries.map((_, index) =>
        expect.objectContaining({
          '@type': 'ListItem',
          position: index + 1,
          ...shapeOf({ name: list.name, [list.urlField]: absoluteUrl }),
        }),
      );
      expect(entries, `${page} ${type}`).toEqual(expected);
      expect(new Set(entries.map((entry) => entry[list.urlField])).size).toBe(entries.length);
    } else if (type === 'FAQPage') {
      const questions = data.mainEntity as Record<string, unknown>[];
      expect(questions.length, page).toBeGreaterThan(0);
      for (const question of questions) {
        const answer = { '@type': 'Answer', text };
        expect(question, page).toMatchObject(
          shapeOf({ '@type': 'Question', name: text, acceptedAnswer: answer }),
        );
      }
    } else {
      expect(required, `${page}: no rule for ${type}`).toHaveProperty(type);
      expect(data, `${page} ${type}`).toMatchObject(shapeOf(required[type] ?? {}));
    }
  }
});

test('each kind of page has its types of structured data', async ({ site }) => {
  const pages = await pagesOf(site);
  for (const [pattern, types] of typesByPath) {
    const matchingPages = pages.filter(({ path }) => pattern.test(path));
    expect(matchingPages.length, String(pattern)).toBeGreaterThan(0);
    for (const page of matchingPages) {
      const found = dataBlocksOf([page]).map(({ data }) => data['@type']);
      expect(found, page.path).toEqual(expect.arrayContaining(types));
    }
  }
});
