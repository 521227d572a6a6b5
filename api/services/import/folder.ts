import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type StoreOptions, storeWish } from './article.ts';
import type { ImportContext } from './context.ts';
import { findMarkdownFiles, readTextFile } from './files.ts';
import { FrontMatterInvalid } from './front-matter.ts';
import { ImageBringer } from './images.ts';
import { emptyReport, type ImportedFile, type ImportReport, reasonOf, skipped } from './report.ts';
import { type ArticleWish, readWish } from './wish.ts';

export interface ImportOptions {
  /** Row id of the author of articles that name none. */
  authorId: number;
  /** Hears of each file as it is done. */
  onFile?: (file: ImportedFile) => void;
  /** What happens to articles that are there and differ: by default they are updated. */
  existing?: 'update' | 'keep';
  /** Overwrites articles that were changed here after their file was written. */
  force?: boolean;
  /** Changes what a file wants before it is stored. */
  adjust?: (wish: ArticleWish) => ArticleWish;
}

/** The folder that was named cannot be imported; the message is a sentence. */
export class FolderUnusable extends Error {}

/**
 * Imports a folder of markdown files, with or without front matter, and the images they refer to.
 * A file that cannot be imported is skipped with its reason and the rest goes on. Importing the
 * same folder twice changes nothing.
 * @throws FolderUnusable; errors of disk and database, which would meet every file alike
 */
export async function importFolder(
  context: ImportContext,
  folder: string,
  options: ImportOptions,
): Promise<ImportReport> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new FolderUnusable(`There is no folder ${folder}.`);
  }
  const root = realpathSync(folder);
  const { files, links } = await findMarkdownFiles(root);
  const report = emptyReport();
  const tell = (file: ImportedFile) => {
    report.files.push(file);
    report[file.outcome] += 1;
    options.onFile?.(file);
  };
  const run: FolderRun = {
    root,
    bringer: new ImageBringer(context, root),
    adjust: options.adjust ?? ((wish) => wish),
    store: {
      authorId: options.authorId,
      existing: options.existing ?? 'update',
      force: options.force ?? false,
      claimed: new Set(),
    },
  };
  for (const file of links) tell(skipped(file, 'It is a symbolic link, and none is followed.', []));
  for (const file of files) tell(await importFile(context, run, file));
  return report;
}

interface FolderRun {
  root: string;
  bringer: ImageBringer;
  adjust: (wish: ArticleWish) => ArticleWish;
  store: StoreOptions;
}

async function importFile(
  context: ImportContext,
  run: FolderRun,
  file: string,
): Promise<ImportedFile> {
  const notes: string[] = [];
  try {
    const text = readTextFile(path.join(run.root, file));
    const read = await readWish(run.bringer, run.root, file, text);
    notes.push(...read.notes);
    const stored = await storeWish(context, run.adjust(read.wish), run.store, notes);
    return { file, ...stored, reason: null, notes: [...new Set(notes)] };
  } catch (error) {
    const reason = reasonOf(error, [FrontMatterInvalid]);
    if (reason === null) throw error;
    return skipped(file, reason, notes);
  }
}
