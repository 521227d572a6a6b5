import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { articleStates } from '#contracts/article.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { toMinor } from '#contracts/money.ts';
import { licenceTypes } from '#contracts/product.ts';
import { countArticles } from '../../db/hot/articles.ts';
import { findProduct } from '../../db/hot/products.ts';
import { settingOf } from '../../db/hot/site.ts';
import { insertFile, insertFileVersion } from '../../db/repositories/product-files.ts';
import {
  findProductCategoryByName,
  insertProduct,
  insertProductCategory,
  writeProductImages,
} from '../../db/repositories/products.ts';
import { readSetting, upsertSetting } from '../../db/repositories/site.ts';
import { renderMarkdown } from '../articles/render-markdown.ts';
import { createPublicId } from '../identifiers.ts';
import { InvalidFrontMatterError, readFrontMatter } from '../import/front-matter.ts';
import {
  findDefaultAuthor,
  findMarkdownFiles,
  importMarkdownFolder,
  readTextFile,
} from '../import/import-markdown-folder.ts';
import {
  createReport,
  FileSkippedError,
  type ImportContext,
  type ImportReport,
} from '../import/import-result.ts';
import { type ArticleInput, readArticleFields } from '../import/parse-article.ts';
import { storeImage } from '../media/store-image.ts';
import { writeStoredFile } from '../products/product-files.ts';
import { readSampleComments, storeSampleComments } from './sample-comments.ts';

/** A file below the folder of products, and no other. */
const place = z.string().regex(/^(?:images|files)\/[\w.-]+$/);
const sampleProduct = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  price: z.number().min(0),
  suggestedPrice: z.number().positive().optional(),
  category: z.string().min(1),
  licenceType: z.enum(licenceTypes).default('copy'),
  daysAgo: z.number().min(0),
  gallery: z.array(z.strictObject({ file: place, alt: z.string() })).min(1),
  files: z.array(z.strictObject({ file: place, version: z.string(), changelog: z.string() })),
});
type SampleProduct = z.infer<typeof sampleProduct> & { slug: string; content: string };

const hexHashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/**
 * Stores the sample products of a content folder that do not exist; see content/shop/README.md. Can
 * be repeated after an interruption.
 */
async function seedProducts(context: ImportContext, contentFolder: string): Promise<void> {
  const folder = path.join(contentFolder, 'shop');
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => /^[\w-]+\.md$/.test(name));
  const samples = names
    .filter((name) => name !== 'README.md')
    .map((name) => readSample(path.join(folder, name)))
    .toSorted((one, other) => other.daysAgo - one.daysAgo);
  for (const sample of samples) {
    if (!findProduct(context.database, sample.slug)) await store(context, folder, sample);
  }
}

/** @throws Error with the file name if it is invalid */
function readSample(file: string): SampleProduct {
  const [, matter = '', content = ''] =
    /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  const parsed = sampleProduct.safeParse(parse(matter));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, slug: path.basename(file, '.md'), content };
}

async function store(context: ImportContext, folder: string, sample: SampleProduct): Promise<void> {
  const { config, database, clock } = context;
  const read = (name: string) => readFileSync(path.join(folder, name));
  const { html } = await renderMarkdown(context, sample.content);
  const gallery = await Promise.all(
    sample.gallery.map(async ({ file, alt }) => {
      const bytes = read(file);
      // With the file name of an export, the media library keeps the bytes unchanged.
      const exportedAs = `${hexHashOf(bytes).slice(0, 32)}.png`;
      const options = { folder: 'products', name: path.basename(file), exportedAs };
      return { mediaId: (await storeImage(context, bytes, options)).id, alt };
    }),
  );
  const files = sample.files.map(({ file, ...rest }) => {
    const bytes = read(file);
    const sha256 = hexHashOf(bytes);
    // Named after its source, so that a second attempt after a kill writes the same file.
    const stored = hexHashOf(`${sample.slug}/${file}/${sha256}`).slice(0, 32);
    return { ...rest, name: path.basename(file), bytes, sha256, stored };
  });
  for (const { stored, bytes } of files) await writeStoredFile(config.dataFolder, stored, bytes);
  await database.write((query) => {
    const now = clock();
    const at = now - sample.daysAgo * DAY_MS;
    const currency = settingOf(database, 'currency');
    const category = findProductCategoryByName(database, sample.category);
    const productId = insertProduct(query, {
      publicId: createPublicId(),
      productId: hexHashOf(sample.slug).slice(0, 32),
      slug: sample.slug,
      title: sample.title,
      description: sample.description,
      content: sample.content,
      html,
      price: toMinor(sample.price, currency) ?? 0,
      suggestedPrice:
        sample.suggestedPrice === undefined ? null : toMinor(sample.suggestedPrice, currency),
      categoryId: category?.id ?? insertProductCategory(database, sample.category),
      licenceType: sample.licenceType,
      keysFrom: sample.licenceType === 'keys' ? 'generated' : 'none',
      state: 'live',
      isSample: true,
      listedAt: at,
      liveAt: at,
      createdAt: at,
      updatedAt: at,
    });
    writeProductImages(query, productId, gallery);
    for (const [position, { bytes, ...file }] of files.entries()) {
      const fileId = insertFile(database, {
        publicId: createPublicId(),
        productId,
        position,
        createdAt: at,
      });
      insertFileVersion(database, {
        ...file,
        publicId: createPublicId(),
        fileId,
        bytes: bytes.length,
        createdAt: at,
      });
    }
  });
}

/** Key of the setting with the progress: first `begun`, then `done`. */
const SEEDED = 'seeded';
/** Folder of the owner's files. */
const content = path.join(import.meta.dirname, '..', '..', '..', 'content');

/**
 * Imports the sample articles, comments and products on the first run into an empty database; the
 * next start completes an interrupted import.
 * @returns the imported articles
 */
export async function seedDemo(context: ImportContext): Promise<ImportReport> {
  const { config, database, clock } = context;
  const progress = readSetting(database.query, SEEDED);
  if (config.seed !== 'demo' || progress === 'done') return createReport();
  const folder = path.join(content, 'articles');
  const hasOtherArticles =
    progress !== 'begun' && countArticles(database, { states: [...articleStates] }) > 0;
  if (!hasOtherArticles && existsSync(folder)) {
    await database.write((query) => upsertSetting(query, SEEDED, 'begun', clock()));
    const authorId = await findDefaultAuthor(context, content);
    // On a machine whose clock is behind, the articles would all be dated in the future.
    const ahead = Math.max(0, (await latestDate(folder)) - clock());
    const report = await importMarkdownFolder(context, folder, {
      authorId,
      existing: 'keep',
      adjust: (article) => moveBack(article, ahead),
    });
    const sampleComments = await readSampleComments(context, content);
    await seedProducts(context, content);
    // In the transaction that stores `done`, so that a restart does not repeat it.
    await database.write((query) => {
      storeSampleComments(query, context, sampleComments);
      upsertSetting(query, SEEDED, 'done', clock());
    });
    return report;
  }
  await database.write((query) => upsertSetting(query, SEEDED, 'done', clock()));
  return createReport();
}

/** Returns the latest publication date in a folder of articles, in milliseconds UTC; 0 if there is none. */
async function latestDate(folder: string): Promise<number> {
  const { files } = await findMarkdownFiles(folder);
  return Math.max(0, ...files.map((file) => dateOf(path.join(folder, file))));
}

function dateOf(file: string): number {
  try {
    const { fields } = readArticleFields(readFrontMatter(readTextFile(file)).matter);
    return fields.publishedAt ?? 0;
  } catch (error) {
    // The import reports the error.
    if (error instanceof InvalidFrontMatterError || error instanceof FileSkippedError) return 0;
    throw error;
  }
}

/** Returns the article with earlier dates, by whole days to keep the time of day. */
function moveBack(article: ArticleInput, milliseconds: number): ArticleInput {
  const by = Math.ceil(milliseconds / DAY_MS) * DAY_MS;
  const moved = (time: number | undefined) => (time === undefined ? undefined : time - by);
  return {
    ...article,
    ...(typeof article.publishedAt === 'number' && { publishedAt: article.publishedAt - by }),
    ...(article.createdAt !== undefined && { createdAt: moved(article.createdAt) }),
    ...(article.updatedAt !== undefined && { updatedAt: moved(article.updatedAt) }),
  };
}
