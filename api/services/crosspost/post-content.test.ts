import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import { findArticleById } from '../../db/hot/articles.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { createPostContent } from './process-next.ts';

const origin = 'https://example.org';

let database: Database;
let authorId: number;
beforeAll(() => {
  database = openMigrated();
  authorId = insertTestUser(database).id;
});
afterAll(() => database.close());

function markdownOf(markdown: string): string {
  database.raw.exec('DELETE FROM articles');
  const { id } = insertTestArticle(database, { authorId, slug: 'über-uns', markdown });
  const article = findArticleById(database, id);
  if (!article) throw new Error('no article');
  const post = createPostContent(article, origin, []);
  expect(post.canonicalUrl).toBe(`${origin}/blog/%C3%BCber-uns`);
  return post.markdown;
}

it.each([
  ['![A](/media/a.webp "t")', `![A](${origin}/media/a.webp "t")`],
  [
    '[x](other) and [y](../tag/x?q=1#z)',
    `[x](${origin}/blog/other) and [y](${origin}/tag/x?q=1#z)`,
  ],
  ['[x][1]\n\n[1]: /about', `[x][1]\n\n[1]: ${origin}/about`],
  ['<img alt="" src="/media/a.webp">', `<img alt="" src="${origin}/media/a.webp">`],
  ['`[x](/code)`', '`[x](/code)`'],
  [
    '[x](https://a.example/b) [y](#part) <mailto:a@b.example>',
    '[x](https://a.example/b) [y](#part) <mailto:a@b.example>',
  ],
])('makes the URLs of %j absolute', (markdown, expected) => {
  expect(markdownOf(markdown)).toBe(expected);
});

it.each([
  ['---\ntitle: Other\npublished: false\n---\nText', 'Text'],
  ['---\na: b\n---\n\n---\nc: d\n---\n\nText', 'Text'],
  ['---\n\nA rule, and text.\n\n---\n', '***\n\nA rule, and text.\n\n---\n'],
  ['---\nbroken: [\n---\nText', '***\nbroken: [\n---\nText'],
  ['+++\ntitle = "x"\n+++\nText', '***\ntitle = "x"\n+++\nText'],
])('removes front matter from %j', (markdown, expected) => {
  expect(markdownOf(markdown)).toBe(expected);
});
