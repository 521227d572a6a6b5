import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ImportContext } from './context.ts';
import { FolderImages } from './folder-images.ts';
import { FrontMatterInvalid } from './front-matter.ts';
import {
  createReport,
  getSkipReason,
  type ImportedFile,
  type ImportReport,
  toSkippedFile,
} from './import-result.ts';
import { findMarkdownFiles, readTextFile } from './markdown-files.ts';
import { type ArticleInput, parseArticle } from './parse-article.ts';
import { type StoreOptions, storeArticle } from './store-article.ts';

export interface ImportOptions {
  /** Row id of the author of articles without one. */
  authorId: number;
  /** Called with the result of each file. */
  onFile?: (file: ImportedFile) => void;
  /** Handling of existing articles that differ; `update` by default. */
  existing?: 'update' | 'keep';
  /** True to overwrite articles that were edited here after the file was written. */
  force?: boolean;
  /** Changes an article before it is stored. */
  adjust?: (input: ArticleInput) => ArticleInput;
}

/** The folder cannot be imported; the message is for the user. */
export class InvalidFolderError extends Error {}

/**
 * Imports a folder of Markdown files with their images; importing it again changes nothing.
 * Skips files that cannot be imported, with a reason.
 * @throws InvalidFolderError; errors of disk and database that affect every file
 */
export async function importMarkdownFolder(
  context: ImportContext,
  folder: string,
  options: ImportOptions,
): Promise<ImportReport> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new InvalidFolderError(`There is no folder ${folder}.`);
  }
  const root = realpathSync(folder);
  const { files, links } = await findMarkdownFiles(root);
  const report = createReport();
  const addResult = (file: ImportedFile) => {
    report.files.push(file);
    report[file.outcome] += 1;
    options.onFile?.(file);
  };
  const run: FolderRun = {
    root,
    images: new FolderImages(context, root),
    adjust: options.adjust ?? ((input) => input),
    store: {
      authorId: options.authorId,
      existing: options.existing ?? 'update',
      force: options.force ?? false,
      claimed: new Set(),
    },
  };
  for (const file of links) addResult(toSkippedFile(file, 'Symbolic links are ignored.', []));
  for (const file of files) addResult(await importFile(context, run, file));
  return report;
}

interface FolderRun {
  root: string;
  images: FolderImages;
  adjust: (input: ArticleInput) => ArticleInput;
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
    const read = await parseArticle(run.images, run.root, file, text);
    notes.push(...read.notes);
    const stored = await storeArticle(context, run.adjust(read.input), run.store, notes);
    return { file, ...stored, reason: null, notes: [...new Set(notes)] };
  } catch (error) {
    const reason = getSkipReason(error, [FrontMatterInvalid]);
    if (reason === null) throw error;
    return toSkippedFile(file, reason, notes);
  }
}
