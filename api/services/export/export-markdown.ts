import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { findArticleById } from '../../db/hot/articles.ts';
import { listSlugs, readFormerSlugs } from '../../db/repositories/former-slugs.ts';
import { findUserById } from '../../db/repositories/users.ts';
import { uploadsFolder } from '../media/media-files.ts';
import { createArticleFile } from './article-file.ts';
import {
  EXPORT_MANIFEST,
  ExportError,
  formatExportManifest,
  isMediaName,
  readExportManifest,
} from './export-manifest.ts';

export interface ExportReport {
  articles: number;
  media: number;
  /** Files of an earlier export that were deleted. */
  removed: number;
}

/**
 * Exports all articles in all states as a folder of Markdown files, with their images in `media/`.
 * Reads one snapshot; the same database gives the same bytes. Updates an earlier export and keeps
 * other files.
 * @throws ExportError if a file of the folder was not written by an export
 */
export function exportMarkdown(
  context: Pick<AppContext, 'config' | 'database'>,
  target: string,
): ExportReport {
  return context.database.raw.transaction(() => writeAll(context, target)).deferred();
}

function writeAll(context: Pick<AppContext, 'config' | 'database'>, target: string): ExportReport {
  const { database } = context;
  const uploads = uploadsFolder(context.config.dataFolder);
  const available = new Set(existsSync(uploads) ? readdirSync(uploads) : []);
  const articles = listSlugs(database.query);
  const before = readExportManifest(target);
  prepareTarget(target, before, articles.map(fileNameOf), available);
  const written = new Set<string>();
  for (const { id } of articles) {
    const article = findArticleById(database, id);
    if (!article) continue;
    const formerSlugs = readFormerSlugs(database.query, id);
    const authorEmail = findUserById(database.query, article.authorId)?.email ?? '';
    const exported = createArticleFile(article, { authorEmail, formerSlugs }, available);
    const name = fileNameOf(article);
    replaceFile(path.join(target, name), (file) => writeFileSync(file, exported.text));
    written.add(name);
    for (const fileName of exported.media) {
      const source = path.join(uploads, fileName);
      const copy = path.join('media', fileName);
      if (written.has(copy)) continue;
      replaceFile(path.join(target, copy), (file) => copyFileSync(source, file));
      written.add(copy);
    }
  }
  const stale = before.filter((name) => !written.has(name));
  for (const name of stale) rmSync(path.join(target, name), { force: true });
  writeManifest(target, written);
  return {
    articles: articles.length,
    media: written.size - articles.length,
    removed: stale.length,
  };
}

const fileNameOf = (article: { slug: string }) => `${article.slug}.md`;

/** Writes a manifest of all possible files first, so that an interrupted export can be repeated. */
function prepareTarget(
  target: string,
  before: string[],
  names: string[],
  media: ReadonlySet<string>,
): void {
  const earlierNames = new Set(before);
  for (const name of names) {
    const file = path.join(target, name);
    if (earlierNames.has(name) || !existsSync(file)) continue;
    throw new ExportError(`${file} was not written by an export; choose another folder.`);
  }
  mkdirSync(path.join(target, 'media'), { recursive: true });
  const files = [...media].filter(isMediaName).map((fileName) => path.join('media', fileName));
  writeManifest(target, [...before, ...names, ...files]);
}

function writeManifest(target: string, names: Iterable<string>): void {
  const manifest = formatExportManifest([...new Set(names)]);
  replaceFile(path.join(target, EXPORT_MANIFEST), (file) => writeFileSync(file, manifest));
}

/** Replaces a file atomically. */
function replaceFile(file: string, write: (temporary: string) => void): void {
  const name = `.${path.basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`;
  const temporary = path.join(path.dirname(file), name);
  try {
    write(temporary);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
