import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../api/context.ts';
import { type Database, openDatabase } from '../../api/db/database.ts';
import { migrate } from '../../api/db/migrate.ts';
import { insertArticle } from '../../api/db/repositories/articles.ts';
import { insertComment, insertCommentLike } from '../../api/db/repositories/comments.ts';
import { writeProductImages } from '../../api/db/repositories/products.ts';
import { insertUser } from '../../api/db/repositories/users.ts';
import { createMarkdownService } from '../../api/markdown/markdown-service.ts';
import { createPublicId } from '../../api/services/identifiers.ts';
import { hashPassword } from '../../api/services/passwords/passwords.ts';
import { insertTestProduct } from '../../api/testing/factories.ts';
import { createRandom, type Random } from './random.ts';

const nouns = (
  'request response worker thread queue lease transaction index column cache buffer stream socket ' +
  'page article reader editor browser server process folder file rename journal checkpoint lock ' +
  'clock schedule token cookie session header policy parser tree node engine render release'
).split(' ');

const verbs = (
  'reads writes holds renews drops waits for copies measures replaces checks hands over forgets ' +
  'keeps splits sorts compresses returns refuses follows'
).split(' ');

const qualities = (
  'small quiet late stale fresh whole half-written durable idle shared hot cold numbered nested ' +
  'bounded ordered random signed empty surprising'
).split(' ');

const paragraph = (random: Random) =>
  Array.from({ length: 4 + random.below(4) }, () => sentence(random)).join(' ');

const shell = (random: Random) => `\`\`\`bash
for name in ${random.pick(nouns)} ${random.pick(nouns)}; do
  curl -s --max-time ${random.below(60)} "http://localhost:3000/$name" | wc -c >> sizes.txt
done
\`\`\``;

const list = (random: Random) =>
  Array.from({ length: 5 }, () => `- ${sentence(random)}`).join('\n');

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

/** Creates a database with live articles in a data folder without the API. The rows are the same as after a save. */
export async function seedArticles(
  dataFolder: string,
  count: number,
  sections?: number,
): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const texts = await renderTexts(sections);
  using database = openDatabase(path.join(dataFolder, 'site.db'));
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
}

async function renderTexts(sections: number | undefined): Promise<Text[]> {
  await using markdown = createMarkdownService();
  const texts: Text[] = [];
  for (let number = 1; number <= TEXTS; number += 1) {
    const source = sampleMarkdown(number, sections);
    const { html, toc, words } = await markdown.render(source);
    texts.push({ markdown: source, html, toc, words });
  }
  return texts;
}

function insertAuthor(database: Database): number {
  const now = systemClock();
  return insertUser(database.query, {
    publicId: createPublicId(),
    email: 'author@example.org',
    name: 'An Author',
    // This account is never used to sign in.
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

function sentence(random: Random): string {
  const subject = `the ${random.pick(qualities)} ${random.pick(nouns)}`;
  const clauses = Array.from({ length: 1 + random.below(3) }, () => {
    const object = `the ${random.pick(qualities)} ${random.pick(nouns)}`;
    const format = random.below(6);
    if (format === 0)
      return `${random.pick(verbs)} \`${random.pick(nouns)}.${random.pick(nouns)}\``;
    if (format === 1) return `${random.pick(verbs)} **${object}**`;
    if (format === 2)
      return `${random.pick(verbs)} [${object}](https://example.org/${random.pick(nouns)})`;
    return `${random.pick(verbs)} ${object}`;
  });
  const text = `${subject} ${clauses.join(', and then ')} after ${random.below(900)} ms.`;
  return text[0]?.toUpperCase() + text.slice(1);
}

function typescript(random: Random): string {
  const [one, two, three] = [random.pick(nouns), random.pick(nouns), random.pick(nouns)];
  const limit = random.below(5000);
  return `\`\`\`ts title="${one}-${two}.ts"
import { readFile } from 'node:fs/promises';

export interface ${one}Options {
  /** Milliseconds. */
  limit: number;
  ${two}: string | null;
}

// Waits for the ${two}, but never longer than the limit.
export async function ${one}Of({ limit = ${limit}, ${two} }: ${one}Options): Promise<string[]> {
  const ${three} = await readFile(\`./\${${two} ?? '${three}'}.txt\`, 'utf8');
  if (${three}.length > limit) throw new RangeError('too much ${three}: ' + ${three}.length);
  return ${three}.split('\\n').filter((line) => !/^\\s*#/.test(line)).slice(0, ${limit % 97});
}
\`\`\``;
}

function sql(random: Random): string {
  const [one, two] = [random.pick(nouns), random.pick(nouns)];
  return `\`\`\`sql
SELECT ${one}.id, count(*) AS total, max(${two}.created_at) AS newest
FROM ${one} JOIN ${two} ON ${two}.${one}_id = ${one}.id
WHERE ${two}.state = 'live' AND ${two}.size > ${random.below(10_000)}
GROUP BY ${one}.id ORDER BY newest DESC LIMIT ${1 + random.below(50)};
\`\`\``;
}

function table(random: Random): string {
  const rows = Array.from(
    { length: 5 },
    () => `| ${random.pick(nouns)} | ${random.below(1000)} ms | ${sentence(random)} |`,
  );
  return ['| part | time | what it does |', '|---|---:|---|', ...rows].join('\n');
}

function section(random: Random): string {
  const heading = `## How the ${random.pick(qualities)} ${random.pick(nouns)} ${random.pick(verbs)} ${random.below(99)} of them`;
  const block = random.pick([typescript, sql, shell, list, table]);
  return [heading, paragraph(random), block(random), paragraph(random)].join('\n\n');
}

/** Returns random sentences in the shape of an article: about 24 KB as HTML, with code. */
export function sampleMarkdown(seed: number, sections = 5): string {
  const random = createRandom(seed);
  const fixed = [paragraph(random), typescript(random), paragraph(random), sql(random)];
  const rest = Array.from({ length: sections }, () => section(random));
  return [...fixed, ...rest, `That was [^1].\n\n[^1]: ${sentence(random)}`].join('\n\n');
}

/** Returns a text of about `words` words, for the editor's preview. */
export function sampleOfWords(seed: number, words: number): string {
  const random = createRandom(seed);
  const parts = [typescript(random)];
  let total = 0;
  while (total < words) {
    const next = parts.length % 6 === 0 ? section(random) : paragraph(random);
    total += next.split(/\s+/).length;
    parts.push(next);
  }
  return parts.join('\n\n');
}

/** Number of members. Each may post nine comments in half a minute, which is enough for all benches. */
const MEMBERS = 500;
const PASSWORD = 'a sound passphrase';
const COMMENTS_PER_TRANSACTION = 1000;
/** Every nth block of comments are replies. */
const REPLY_EVERY = 4;
/** Every nth comment is held. This does not divide MEMBERS, so that no member has only held comments. */
const HELD_EVERY = 49;
/** Every nth comment has likes, fewer than LIKES_MAX. */
const LIKED_EVERY = 10;
const LIKES_MAX = 12;
const MINUTE_MS = 60_000;

const text =
  'I read this twice, and the part about files stayed with me: see `rename` and https://example.org/notes.';
const html =
  '<p>I read this twice, and the part about files stayed with me: see <code>rename</code> and <a href="https://example.org/notes" rel="ugc nofollow noopener">https://example.org/notes</a>.</p>';

/** Articles by their number of comments. */
interface SeededComments {
  /** `_id` of the article with half of all comments. */
  crowded: string;
  /** `_id` of an article with an equal share of the other half. */
  quiet: string;
  /** Members whose comments are published without moderation. */
  writers: { email: string; password: string }[];
}

/**
 * Inserts comments into a database with articles without the API: half of them for one article, the others
 * for all other articles in turn.
 */
export async function seedComments(dataFolder: string, count: number): Promise<SeededComments> {
  using database = openDatabase(path.join(dataFolder, 'site.db'));
  // The database is not used before it is complete, so one sync at the end is enough.
  database.raw.pragma('synchronous = OFF');
  const { members, writers } = await insertMembers(database);
  const articles = database.raw
    .prepare<[], { id: number; publicId: string }>(
      "SELECT id, public_id AS publicId FROM articles WHERE state = 'live' ORDER BY published_at DESC",
    )
    .all();
  const [crowded, quiet] = articles;
  if (!crowded || !quiet) throw new Error('no articles to respond to');
  /** The latest comment of each article that can have replies. */
  const topComments = new Map<number, number>();
  for (let start = 1; start <= count; start += COMMENTS_PER_TRANSACTION) {
    await database.write(() => {
      for (
        let number = start;
        number < start + COMMENTS_PER_TRANSACTION && number <= count;
        number += 1
      ) {
        const other = articles[1 + (Math.floor(number / 2) % (articles.length - 1))];
        const article = number % 2 === 0 ? crowded : (other ?? quiet);
        insertSampleComment(database, topComments, { number, count, article: article.id, members });
      }
    });
  }
  return { crowded: crowded.publicId, quiet: quiet.publicId, writers };
}

async function insertMembers(database: Database) {
  const passwordHash = await hashPassword(PASSWORD);
  const writers = Array.from({ length: MEMBERS }, () => ({
    email: `${createPublicId()}@example.org`,
    password: PASSWORD,
  }));
  const members = writers.map(
    ({ email }, number) =>
      insertUser(database.query, {
        publicId: createPublicId(),
        email,
        name: `Member ${number}`,
        passwordHash,
        role: 0,
        createdAt: systemClock(),
      }).id,
  );
  return { members, writers };
}

function insertSampleComment(
  database: Database,
  topComments: Map<number, number>,
  {
    number,
    count,
    article,
    members,
  }: { number: number; count: number; article: number; members: number[] },
): void {
  const createdAt = systemClock() - (count - number) * MINUTE_MS;
  // Blocks of consecutive numbers are replies, so that all articles have some.
  const parentId =
    Math.floor(number / 8) % REPLY_EVERY === 0 ? (topComments.get(article) ?? null) : null;
  const id = insertComment(database.query, {
    publicId: createPublicId(),
    articleId: article,
    userId: members[number % MEMBERS] ?? null,
    guest: null,
    parentId,
    state: number % HELD_EVERY === 0 ? 'held' : 'published',
    createdAt,
    text: `${text} ${number}`,
    html,
  });
  if (parentId === null && number % HELD_EVERY !== 0) topComments.set(article, id);
  const likes = number % LIKED_EVERY === 0 ? (number / LIKED_EVERY) % LIKES_MAX : 0;
  for (let like = 0; like < likes; like += 1) {
    const userId = members[(number + like * 13) % MEMBERS] ?? 0;
    insertCommentLike(database.query, { commentId: id, userId, createdAt });
  }
}

/** Inserts products into a database with articles without the API; each has an image if the database has one. */
export async function seedProducts(dataFolder: string, count: number): Promise<void> {
  using database = openDatabase(path.join(dataFolder, 'site.db'));
  const mediaId = database.raw.prepare('SELECT min(id) FROM media').pluck().get() as number | null;
  await database.write((query) => {
    for (let number = 1; number <= count; number += 1) {
      const { id } = insertTestProduct(database, {
        title: `Kit of parts ${number}`,
        description: 'Parts that fit, with a sentence about each of them and how they go together.',
        price: (number * 37) % 9000,
        sold: number % 50,
        categoryId: 1 + (number % 2),
        listedAt: number,
      });
      if (mediaId !== null) writeProductImages(query, id, [{ mediaId, alt: 'A kit' }]);
    }
  });
}
