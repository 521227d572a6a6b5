import { existsSync } from 'node:fs';
import path from 'node:path';
import { articleStates } from '#contracts/article.ts';
import { countArticles } from '../../db/hot/articles.ts';
import { readSetting, writeSetting } from '../../db/repositories/settings.ts';
import type { ImportContext } from '../import/context.ts';
import { findDefaultAuthor } from '../import/default-author.ts';
import { importMarkdownFolder } from '../import/import-markdown-folder.ts';
import { createReport, type ImportReport } from '../import/import-result.ts';
import { latestDate, moveBack } from './dates.ts';
import { readSampleComments } from './sample-comments.ts';
import { seedProducts } from './sample-products.ts';
import { storeSampleComments } from './store-comments.ts';

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
