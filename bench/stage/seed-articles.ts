import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../api/context.ts';
import { type Database, openDatabase } from '../../api/db/client.ts';
import { migrate } from '../../api/db/migrate.ts';
import { insertArticle } from '../../api/db/repositories/articles.ts';
import { insertUser } from '../../api/db/repositories/users.ts';
import { createMarkdownService } from '../../api/markdown/markdown-service.ts';
import { createPublicId } from '../../api/services/identifiers.ts';
import { sampleMarkdown } from './sample-markdown.ts';

/** Number of different texts, which the articles share, because rendering one for each would take minutes. */
const TEXTS = 40;
const PER_TRANSACTION = 500;
const HOUR_MS = 3_600_000;
/** Number of tags. The first ones are much more frequent, as in real blogs. */
const TAGS = 60;
/** Every nth article belongs to a series. */
const SERIES_EVERY = 20;
const PARTS_OF_SERIES = 8;

interface Text {
  markdown: string;
  html: string;
  toc: { depth: number; id: string; text: string }[];
  words: number;
}

/**
 * Creates a database with live articles in a data folder without the API. The rows are the same as after a
 * save.
 */
export async function seedArticles(
  dataFolder: string,
  count: number,
  sections?: number,
): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const texts = await renderTexts(sections);
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  try {
    migrate(database);
    // The database is not used before it is complete, so one sync at the end is enough.
    database.raw.pragma('synchronous = OFF');
    const authorId = insertAuthor(database);
    for (let start = 1; start <= count; start += PER_TRANSACTION) {
      await database.write(() => {
        const end = Math.min(count, start + PER_TRANSACTION - 1);
        for (let number = start; number <= end; number += 1) {
          insertSample(database, texts, { number, count, authorId });
        }
      });
    }
  } finally {
    database.close();
  }
}

async function renderTexts(sections: number | undefined): Promise<Text[]> {
  const markdown = createMarkdownService();
  try {
    const texts: Text[] = [];
    for (let number = 1; number <= TEXTS; number += 1) {
      const source = sampleMarkdown(number, sections);
      const { html, toc, words } = await markdown.render(source);
      texts.push({ markdown: source, html, toc, words });
    }
    return texts;
  } finally {
    await markdown.close();
  }
}

function insertAuthor(database: Database): number {
  const now = systemClock();
  return insertUser(database.query, {
    publicId: createPublicId(),
    email: 'author@example.org',
    name: 'An Author',
    // Nobody signs in with this account.
    passwordHash: 'none',
    role: 0,
    createdAt: now,
  }).id;
}

function insertSample(
  database: Database,
  texts: Text[],
  { number, count, authorId }: { number: number; count: number; authorId: number },
): void {
  const text = texts[number % texts.length];
  if (!text) throw new Error('no text to seed with');
  const at = systemClock() - (count - number + 1) * HOUR_MS;
  const series =
    number % SERIES_EVERY === 0 ? Math.floor(number / SERIES_EVERY / PARTS_OF_SERIES) : null;
  insertArticle(
    database.query,
    {
      publicId: createPublicId(),
      authorId,
      title: `Sample article ${number} about one thing or another`,
      subtitle: `What happened ${number} times in a row`,
      description: `A sample description of article ${number}, as long as such sentences usually are.`,
      ...text,
      slug: `sample-article-${number}`,
      series: series === null ? null : `Series ${series}`,
      seriesSlug: series === null ? null : `series-${series}`,
      draft: false,
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
    },
    { tags: tagsOf(number), categories: [] },
  );
}

/** Returns three tags. Squaring makes low numbers frequent. */
function tagsOf(number: number): string[] {
  const fractions = [number, number * 7, number * 13].map((mixed) => (mixed % 97) / 97);
  return fractions.map((fraction) => `topic-${Math.floor(fraction * fraction * TAGS)}`);
}
