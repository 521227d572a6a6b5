import { existsSync } from 'node:fs';
import path from 'node:path';
import { articleStates } from '#contracts/article.ts';
import { countArticles } from '../../db/repositories/articles.ts';
import { readSetting, writeSetting } from '../../db/repositories/settings.ts';
import type { ImportContext } from '../import/context.ts';
import { importFolder } from '../import/folder.ts';
import { findOwner } from '../import/owner.ts';
import { emptyReport, type ImportReport } from '../import/report.ts';
import { latestDate, moveBack } from './dates.ts';
import { seedProducts } from './sample-products.ts';
import { readSampleTalk } from './sample-talk.ts';
import { storeSampleTalk } from './store-talk.ts';

/** Key of the setting that says how far seeding got: `begun`, then `done` for good. */
const SEEDED = 'seeded';
/** Folder of what the owner writes in files. */
const content = path.join(import.meta.dirname, '..', '..', '..', 'content');

/**
 * Imports the demo articles on the first run, what is said below them and the products, and never again: not over
 * the owner's changes, nor into a database that has articles already. Killed half-way, the next start
 * completes it.
 * @returns what was imported; nothing when there was nothing to do
 */
export async function seedDemo(
  context: ImportContext,
  contentFolder = content,
): Promise<ImportReport> {
  const { config, database, clock } = context;
  const progress = readSetting(database.query, SEEDED);
  if (config.seed !== 'demo' || progress === 'done') return emptyReport();
  const folder = path.join(contentFolder, 'articles');
  const strange =
    progress !== 'begun' && countArticles(database, { states: [...articleStates] }) > 0;
  if (!strange && existsSync(folder)) {
    await database.write((query) => writeSetting(query, SEEDED, 'begun', clock()));
    const authorId = await findOwner(context, contentFolder);
    // On a machine whose clock is behind, the articles would all be dated in the future.
    const ahead = Math.max(0, (await latestDate(folder)) - clock());
    const report = await importFolder(context, folder, {
      authorId,
      existing: 'keep',
      adjust: (wish) => moveBack(wish, ahead),
    });
    const talk = await readSampleTalk(context, contentFolder);
    await seedProducts(context, contentFolder);
    // With the note that all is done, so that a start after a kill says nothing twice.
    await database.write((query) => {
      storeSampleTalk(query, context, talk);
      writeSetting(query, SEEDED, 'done', clock());
    });
    return report;
  }
  await database.write((query) => writeSetting(query, SEEDED, 'done', clock()));
  return emptyReport();
}
