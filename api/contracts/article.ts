import { z } from 'zod';
import { ignoredFields, line, pageNumbers, pageQuery, type WithoutIgnored } from './fields.ts';
import { TITLE_SEARCH_MAX } from './search-index.ts';
import { isTimeZone } from './zoned-time.ts';

/** Words per minute, as documented. */
export const WORDS_PER_MINUTE = 238;

const MINUTES_PER_HOUR = 60;

/** Articles per page of a list, as documented. */
export const ARTICLES_PER_PAGE = 3;
/** Largest number of articles in one list response. */
const ARTICLES_PER_PAGE_MAX = 100;
/** Characters. */
export const TITLE_MAX = 200;
/** Largest number of comment ids in an article, the newest ones. */
export const ARTICLE_COMMENTS_MAX = 100;
/** Limit for the markdown of an article, in bytes. */
export const MARKDOWN_MAX_BYTES = 1_000_000;

/** State of an article. Guests can read only `live` and `archived` articles. */
export const articleStates = ['draft', 'scheduled', 'live', 'archived', 'deleted'] as const;
export const articleState = z.enum(articleStates);
export type ArticleState = z.infer<typeof articleState>;

/** Limit in characters. A tag is also a folder name, and a character can take four bytes. */
const TAG_MAX = 60;

/** Returns the slug of a name: `C++` → `cpp`, `Node.js` → `nodejs`. Empty for a name without letters. */
export function toTagSlug(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('++', 'pp')
    .replaceAll('#', 'sharp')
    .replaceAll('.', '')
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Tag as a slug, made from typed text. */
export const tagSlug = z
  .string()
  .transform(toTagSlug)
  .refine((tag) => tag !== '', 'A tag needs at least one letter.')
  .refine((tag) => tag.length <= TAG_MAX, `A tag has at most ${TAG_MAX} characters.`);

/** BCP 47 language tag, for example `en` or `pt-BR`. */
export const languageTag = z
  .string()
  .trim()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'Use a language tag such as en or pt-BR.');

export const articleImages = z
  .object({
    url: z.string(),
    secure_url: z.string(),
    public_id: z.string(),
    sources: z
      .array(z.object({ type: z.enum(['image/avif', 'image/webp']), srcset: z.string() }))
      .describe('the same image in newer formats and several widths, for <source>'),
    preview: z
      .string()
      .nullable()
      .describe('data: URL of a tiny preview; null until it is created'),
  })
  .meta({ id: 'ArticleImages' });

export const tocEntry = z.object({ depth: z.int(), id: z.string(), text: z.string() });
/** Line of the table of contents; `id` is the full id of the heading. */
export type TocEntry = z.infer<typeof tocEntry>;

/** An article in a response. Both documented spellings of a field have the same value. */
export const articleResponse = z
  .object({
    _id: z.string(),
    article_id: z.string(),
    id: z.string().describe('_id of the author'),
    author: z.object({ _id: z.string(), name: z.string(), avatar: z.string().nullable() }),
    title: z.string(),
    subtitle: z.string(),
    description: z.string(),
    markdown: z.string().optional().describe('absent in lists'),
    content: z.string().optional().describe('rendered, sanitized HTML; absent in lists'),
    toc: z.array(tocEntry).optional(),
    language: z.string(),
    category: z.array(z.string()),
    categories: z.array(z.string()),
    tags: z.array(z.string()),
    series: z.string().nullable(),
    slug: z.string(),
    images: articleImages.nullable(),
    imageAlt: z.string(),
    linkedin: z.boolean(),
    dev: z.boolean(),
    medium: z.boolean(),
    linkedinContent: z.string(),
    draft: z.boolean(),
    archive: z.boolean(),
    archived: z.boolean(),
    scheduled: z.boolean(),
    scheduledDate: z.iso.datetime().nullable(),
    scheduledZone: z
      .string()
      .nullable()
      .describe('time zone of the schedule date; null for the owner’s'),
    state: articleState,
    comments: z
      .array(z.string())
      .describe(`_ids of public comments and replies, the newest ${ARTICLE_COMMENTS_MAX} first`),
    commentCount: z.int(),
    likes: z.int(),
    views: z.int(),
    words: z.int(),
    readTime: z.string(),
    version: z.int().describe('version, increased by every edit; value for If-Match'),
    publishedAt: z.iso.datetime().nullable(),
    deletedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Article' });
export type ArticleResponse = z.infer<typeof articleResponse>;

const textList = z
  .union([z.array(z.string()), z.string()])
  .transform((value) =>
    (Array.isArray(value) ? value : value.split(','))
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );
const tagList = textList.pipe(z.array(tagSlug).max(12, 'An article has at most 12 tags.'));
const categoryList = textList.pipe(z.array(z.string().max(60)).max(5));

/** Fields of an article that its author decides. */
const writable = {
  title: line(TITLE_MAX).min(1, 'An article needs a title.'),
  subtitle: line(300),
  description: z
    .string()
    .trim()
    .max(1000)
    .regex(/^[\P{Cc}\r\n\t]*$/u, 'Control characters cannot be used here.'),
  markdown: z.string(),
  language: languageTag,
  category: categoryList,
  categories: categoryList,
  tags: tagList,
  series: z.string().trim().max(120).nullable(),
  slug: z.string().trim().max(120),
  images: z
    .object({
      url: z.string().optional(),
      secure_url: z.string().optional(),
      public_id: z.string(),
    })
    .nullable(),
  imageAlt: line(500),
  linkedin: z.boolean(),
  dev: z.boolean(),
  medium: z.boolean(),
  linkedinContent: z.string().max(3000),
  newsletter: z.boolean().describe('whether subscribers get it by email once it is live'),
  draft: z.boolean(),
  archive: z.boolean(),
  archived: z.boolean(),
  scheduledDate: z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true }), z.literal('')])
    .nullable()
    .describe('date, date-time in `scheduledZone`, or instant; empty for immediately'),
  scheduledZone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Unknown time zone. Use a name such as Europe/Berlin.')
    .nullable()
    .describe('time zone of `scheduledDate`; default: the owner’s'),
};

/** Documented fields of article requests that only the server sets. */
const ignored = ignoredFields(
  '_id',
  'article_id',
  'id',
  'content',
  'scheduled',
  'likes',
  'commentCount',
  'createdAt',
  'updatedAt',
  'user',
  'name',
  'email',
  'avatar',
  'role',
  'linkedinAccessToken',
);

/** Server-generated fields: a PUT may send them back unchanged, never with another value. */
const generated = articleResponse
  .pick({
    author: true,
    toc: true,
    words: true,
    readTime: true,
    state: true,
    publishedAt: true,
    deletedAt: true,
  })
  .partial();
export const articleGenerated = generated.keyof().options;

/** POST /api/articles. Missing fields get their defaults; `draft` is true by default. */
export const articleCreateRequest = z
  .strictObject({
    ...z.object(writable).partial().shape,
    title: writable.title,
    markdown: writable.markdown.default(''),
    ...ignored,
    ...ignoredFields('comments', 'views'),
  })
  .meta({ id: 'ArticleCreate' });

/** PUT /api/articles/{id} by an admin: changes the given fields. */
export const articleUpdateRequest = z
  .strictObject({
    ...z.object(writable).partial().shape,
    ...ignored,
    ...generated.shape,
    version: z
      .int()
      .optional()
      .describe('version that was read, like If-Match; 409 if the article has changed since'),
    comments: z.unknown().optional().describe('accepted without effect if sent alone'),
    views: z.unknown().optional().describe('counts one view of the caller if sent alone'),
  })
  .meta({ id: 'ArticleUpdate' });

export type ArticleCreate = WithoutIgnored<z.output<typeof articleCreateRequest>>;
export type ArticleUpdate = WithoutIgnored<z.output<typeof articleUpdateRequest>>;

/** GET /api/articles. Only admins may request states other than `live`; others get 403. */
export const articleListQuery = z.strictObject({
  ...pageQuery(ARTICLES_PER_PAGE, ARTICLES_PER_PAGE_MAX),
  author: z.string().max(40).optional().describe('_id of the author'),
  tag: z.string().max(TAG_MAX).optional(),
  category: z.string().max(60).optional(),
  state: z.enum([...articleStates, 'all']).default('live'),
  title: z.string().optional().describe(`cut to ${TITLE_SEARCH_MAX} characters`),
  'title[regex]': z.string().optional().describe('literal text, like `title`'),
  sort: z.enum(['newest', 'oldest', 'updated', 'title']).default('newest'),
  skip: z.coerce
    .number()
    .int()
    .min(0)
    .max(ARTICLES_PER_PAGE_MAX)
    .default(0)
    .describe('number of articles to skip at the start'),
});
export type ArticleListQuery = z.output<typeof articleListQuery>;

export const articleListResponse = z
  .object({
    articles: z.array(articleResponse),
    result: z.int().describe('total number of matching articles, including skipped ones'),
    ...pageNumbers,
  })
  .meta({ id: 'ArticleList' });

/** Response to a change: the article, and the job that publishes it. */
export const articleChangeResponse = z
  .object({ msg: z.string(), article: articleResponse, job: z.int().nullable() })
  .meta({ id: 'ArticleChange' });

/** 409 response to an edit, with the stored and the sent fields, so that no text is lost. */
export const articleConflictResponse = z
  .object({
    msg: z.string(),
    code: z.literal('EDIT_CONFLICT'),
    theirs: articleResponse,
    yours: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ArticleConflict' });

/** POST /api/preview: renders like a save, without saving. `blocks` has the source lines of each block. */
export const previewRequest = z.strictObject({ markdown: z.string() }).meta({ id: 'Preview' });
export const previewResponse = z
  .object({
    html: z.string(),
    blocks: z
      .array(z.object({ line: z.int(), length: z.int() }))
      .describe(
        'parts of the HTML in order, separated by line breaks: source line (from 0) and length in UTF-16 units',
      ),
    toc: z.array(tocEntry),
    words: z.int(),
    readTime: z.string(),
  })
  .meta({ id: 'PreviewResult' });

/** GET /api/taxonomy: names in use, for the editor's suggestions. */
export const taxonomyResponse = z
  .object({
    categories: z.array(z.string()),
    tags: z.array(z.object({ tag: z.string(), count: z.int() })),
    series: z.array(z.string()),
  })
  .meta({ id: 'Taxonomy' });

/** Returns the reading time: `4 Min Read`, or from an hour `1 Hr 12 Min Read`. At least one minute. */
export function readTimeLabel(words: number): string {
  const minutes = Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
  if (minutes <= MINUTES_PER_HOUR) return `${minutes} Min Read`;
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  return rest === 0 ? `${hours} Hr Read` : `${hours} Hr ${rest} Min Read`;
}
