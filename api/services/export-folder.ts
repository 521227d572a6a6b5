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
import type { AppContext } from '../context.ts';
import { findArticleById } from '../db/repositories/articles.ts';
import { listArticleIds, readAuthorEmail } from '../db/repositories/export-rows.ts';
import { readFormerSlugs } from '../db/repositories/former-slugs.ts';
import { exportArticle } from './export-article.ts';
import {
  EXPORT_MANIFEST,
  ExportRefused,
  exportManifestOf,
  readExportManifest,
} from './export-manifest.ts';
import { uploadsFolder } from './media-files.ts';

export interface ExportReport {
  articles: number;
  media: number;
  /** Files of an earlier export that are no longer needed. */
  removed: number;
}

/**
 * Writes all articles, in whatever state, as a folder of markdown with their images in `media/`. The
 * same database gives the same bytes. A folder that holds an earlier export is brought up to date;
 * what else lies in it stays. Reads one state of the database, however busy the site is.
 * @throws ExportRefused when files are in the way that no export has written
 */
export function exportFolder(
  context: Pick<AppContext, 'config' | 'database'>,
  target: string,
): ExportReport {
  return context.database.raw.transaction(() => writeAll(context, target)).deferred();
}

function writeAll(context: Pick<AppContext, 'config' | 'database'>, target: string): ExportReport {
  const { database } = context;
  const uploads = uploadsFolder(context.config.dataFolder);
  const available = new Set(existsSync(uploads) ? readdirSync(uploads) : []);
  mkdirSync(path.join(target, 'media'), { recursive: true });
  const before = new Set(readExportManifest(target));
  const written = new Set<string>();
  const claim = (name: string) => {
    if (!before.has(name) && !written.has(name) && existsSync(path.join(target, name))) {
      const file = path.join(target, name);
      throw new ExportRefused(`${file} was not written by an export; choose another folder.`);
    }
    written.add(name);
  };
  let articles = 0;
  for (const id of listArticleIds(database)) {
    const article = findArticleById(database, id);
    if (!article) continue;
    const formerSlugs = readFormerSlugs(database.query, id);
    const authorEmail = readAuthorEmail(database, article.authorId);
    const exported = exportArticle(article, { authorEmail, formerSlugs }, available);
    claim(exported.name);
    replaceFile(path.join(target, exported.name), (file) => writeFileSync(file, exported.text));
    articles += 1;
    for (const fileName of exported.media) {
      const name = `media/${fileName}`;
      if (written.has(name)) continue;
      claim(name);
      const source = path.join(uploads, fileName);
      replaceFile(path.join(target, name), (file) => copyFileSync(source, file));
    }
  }
  const stale = [...before].filter((name) => !written.has(name));
  for (const name of stale) rmSync(path.join(target, name), { force: true });
  const manifest = exportManifestOf([...written]);
  replaceFile(path.join(target, EXPORT_MANIFEST), (file) => writeFileSync(file, manifest));
  return { articles, media: written.size - articles, removed: stale.length };
}

/** A file appears whole or not at all, also when the process is stopped half-way. */
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
