import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { MARKDOWN_MAX_BYTES } from '#contracts/article.ts';
import type { AppContext } from '../../context.ts';
import { ensurePlaceholderOwner, findFirstAdmin } from '../../db/repositories/users.ts';
import { createPublicId } from '../identifiers.ts';
import { InvalidFrontMatterError } from './front-matter.ts';
import { FolderImages } from './import-images.ts';
import {
  createReport,
  FileSkippedError,
  getSkipReason,
  type ImportContext,
  type ImportedFile,
  type ImportReport,
  toSkippedFile,
} from './import-result.ts';
import { type ArticleInput, parseArticle } from './parse-article.ts';
import { type StoreOptions, storeArticle } from './store-article.ts';

/** Email address that no one can register. */
const OWNER_EMAIL = 'owner@localhost';

const profile = z.object({ name: z.string().trim().min(1).max(100) });

/** Maximum bytes of front matter, in addition to the text. */
const FRONT_MATTER_ALLOWANCE = 65_536;

const BYTE_ORDER_MARK = '\uFEFF';

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
    const reason = getSkipReason(error, [InvalidFrontMatterError]);
    if (reason === null) throw error;
    return toSkippedFile(file, reason, notes);
  }
}

/**
 * Lists the Markdown files in a folder, as sorted relative paths.
 * Skips hidden folders and node_modules; lists symbolic links in `links` without following them.
 */
export async function findMarkdownFiles(
  root: string,
): Promise<{ files: string[]; links: string[] }> {
  const files: string[] = [];
  const links: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(name);
      } else if (/\.(?:md|markdown)$/i.test(entry.name)) {
        if (entry.isFile()) files.push(name);
        else if (entry.isSymbolicLink()) links.push(name);
      }
    }
  }
  return { files: files.sort(), links: links.sort() };
}

/** Reads a text file. @throws FileSkippedError if it is too large or not UTF-8 */
export function readTextFile(file: string): string {
  if (statSync(file).size > MARKDOWN_MAX_BYTES + FRONT_MATTER_ALLOWANCE) {
    throw new FileSkippedError('The file is larger than 1 MB.');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileSkippedError('The file is not UTF-8 text.', { cause: error });
  }
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/**
 * Returns the row id of the default author: the first admin, or a placeholder with the profile's
 * name that cannot sign in.
 */
export async function findDefaultAuthor(
  context: Pick<AppContext, 'database' | 'clock'>,
  contentFolder: string,
): Promise<number> {
  const admin = findFirstAdmin(context.database.query);
  if (admin !== null) return admin;
  const name = readProfileName(path.join(contentFolder, 'profile', 'profile.json'));
  const owner = { publicId: createPublicId(), email: OWNER_EMAIL, name, now: context.clock() };
  return context.database.write((query) => ensurePlaceholderOwner(query, owner));
}

function readProfileName(file: string): string {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The build reports missing or invalid profiles; the placeholder does not need the name.
    return 'Site owner';
  }
  return profile.safeParse(json).data?.name ?? 'Site owner';
}
