import { existsSync } from 'node:fs';
import path from 'node:path';
import { articleStates } from '#contracts/article.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { countArticles } from '../../db/hot/articles.ts';
import { readSetting, writeSetting } from '../../db/repositories/settings.ts';
import { readArticleFields } from '../import/article-fields.ts';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
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
import type { ArticleInput } from '../import/parse-article.ts';
import { readSampleComments, storeSampleComments } from './sample-comments.ts';
import { seedProducts } from './sample-products.ts';

/** Key of the setting with the progress: first `begun`, then `done`. */
const SEEDED = 'seeded';
/** Folder of what the owner writes in files. */
const content = path.join(import.meta.dirname, '..', '..', '..', 'content');

/**
 * Imports the sample articles, comments and products on the first run into an empty database; the
 * next start completes an interrupted import.
 * @returns the imported articles
 */
export async function seedDemo(
  context: ImportContext,
  contentFolder = content,
): Promise<ImportReport> {
  const { config, database, clock } = context;
  const progress = readSetting(database.query, SEEDED);
  if (config.seed !== 'demo' || progress === 'done') return createReport();
  const folder = path.join(contentFolder, 'articles');
  const hasOtherArticles =
    progress !== 'begun' && countArticles(database, { states: [...articleStates] }) > 0;
  if (!hasOtherArticles && existsSync(folder)) {
    await database.write((query) => writeSetting(query, SEEDED, 'begun', clock()));
    const authorId = await findDefaultAuthor(context, contentFolder);
    // On a machine whose clock is behind, the articles would all be dated in the future.
    const ahead = Math.max(0, (await latestDate(folder)) - clock());
    const report = await importMarkdownFolder(context, folder, {
      authorId,
      existing: 'keep',
      adjust: (article) => moveBack(article, ahead),
    });
    const sampleComments = await readSampleComments(context, contentFolder);
    await seedProducts(context, contentFolder);
    // In the transaction that stores `done`, so that a restart does not repeat it.
    await database.write((query) => {
      storeSampleComments(query, context, sampleComments);
      writeSetting(query, SEEDED, 'done', clock());
    });
    return report;
  }
  await database.write((query) => writeSetting(query, SEEDED, 'done', clock()));
  return createReport();
}

/**
 * Returns the latest publication date in a folder of articles, in milliseconds UTC; 0 if there is
 * none.
 */
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
    if (error instanceof FrontMatterInvalid || error instanceof FileSkippedError) return 0;
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
