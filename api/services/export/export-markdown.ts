import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type AppContext, iso } from '../../context.ts';
import { type ArticleRecord, findArticleById } from '../../db/hot/articles.ts';
import { type FormerSlug, listSlugs, readFormerSlugs } from '../../db/repositories/articles.ts';
import { findUserById } from '../../db/repositories/users.ts';
import { writeFrontMatter } from '../import/front-matter.ts';
import { findUrls, replaceRanges } from '../import/parse-markdown.ts';
import { uploadsFolder } from '../media/media-files.ts';

/** Name of the file that lists the exported files. */
const EXPORT_MANIFEST = 'export.json';

const mediaName = /^[\w-]+\.[a-z]{3,4}$/;

const fileName = z.string().regex(/^(?:[^/\\]+\.md|media\/[\w-]+\.[a-z]{3,4})$/);

const manifest = z.object({ format: z.literal(1), files: z.array(fileName) });

/** The folder cannot be used for an export; the message is for the user. */
export class ExportError extends Error {}

const imagePath = /^\/media\/([\w-]+\.[a-z]{3,4})$/;

const imagePaths = /\/media\/([\w-]+\.[a-z]{3,4})/g;

/** Article as a Markdown file. */
interface ArticleFile {
  text: string;
  /** Names of the image files that it refers to. */
  media: string[];
}

export interface ExportReport {
  articles: number;
  media: number;
  /** Files of an earlier export that were deleted. */
  removed: number;
}

/**
 * Exports all articles in all states as a folder of Markdown files, with their images in `media/`. Reads one
 * snapshot; the same database gives the same bytes. Updates an earlier export and keeps other files.
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
    replaceFileSync(path.join(target, name), (file) => writeFileSync(file, exported.text));
    written.add(name);
    for (const fileName of exported.media) {
      const source = path.join(uploads, fileName);
      const copy = path.join('media', fileName);
      if (written.has(copy)) continue;
      replaceFileSync(path.join(target, copy), (file) => copyFileSync(source, file));
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
  replaceFileSync(path.join(target, EXPORT_MANIFEST), (file) => writeFileSync(file, manifest));
}

/** Replaces a file atomically. */
function replaceFileSync(file: string, write: (temporary: string) => void): void {
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

/**
 * Writes an article as a Markdown file that an import reads back without loss.
 * Includes empty fields, so that the file describes the whole article.
 * @param available names of the existing image files
 */
function createArticleFile(
  article: ArticleRecord,
  details: { authorEmail: string; formerSlugs: FormerSlug[] },
  available: ReadonlySet<string>,
): ArticleFile {
  const matter = {
    id: article.publicId,
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    date: iso(article.publishedAt),
    created: iso(article.createdAt),
    updated: iso(article.updatedAt),
    author: details.authorEmail,
    language: article.language,
    categories: article.categories,
    tags: article.tags,
    series: article.series,
    slug: article.slug,
    formerSlugs: Object.fromEntries(
      details.formerSlugs.map((former) => [former.slug, iso(former.createdAt)]),
    ),
    image: article.mediaFile === null ? null : relativeImagePath(article.mediaFile, available),
    imageAlt: article.imageAlt,
    draft: article.draft === 1,
    archived: article.archived === 1,
    scheduled: iso(article.scheduledAt),
    deleted: iso(article.deletedAt),
    linkedin: article.linkedin === 1,
    dev: article.dev === 1,
    medium: article.medium === 1,
    linkedinContent: article.linkedinContent,
    views: article.views,
    version: article.version,
  };
  const used = [...article.markdown.matchAll(imagePaths)].map((match) => match[1] ?? '');
  return {
    text: writeFrontMatter(matter, replaceImageUrls(article.markdown, available)),
    media: [...new Set([...used, article.mediaFile ?? ''])].filter((name) => available.has(name)),
  };
}

function relativeImagePath(fileName: string, available: ReadonlySet<string>): string {
  return available.has(fileName) ? `media/${fileName}` : `/media/${fileName}`;
}

/** Replaces only URLs in plain spelling, so that an import restores the same text. */
function replaceImageUrls(markdown: string, available: ReadonlySet<string>): string {
  if (!markdown.includes('/media/')) return markdown;
  // A complex text keeps its URLs in /media/, which an import accepts, too.
  const parts = (findUrls(markdown) ?? []).flatMap((range) => {
    const url = markdown.slice(range.start, range.end);
    const fileName = imagePath.exec(url)?.[1];
    if (fileName === undefined || !available.has(fileName)) return [];
    return [{ ...range, by: `media/${fileName}` }];
  });
  return replaceRanges(markdown, parts);
}

/**
 * Returns the files of an earlier export in a folder.
 * @throws ExportError if the manifest was not written by an export
 */
function readExportManifest(folder: string): string[] {
  const file = path.join(folder, EXPORT_MANIFEST);
  if (!existsSync(file)) return [];
  try {
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).files;
  } catch (error) {
    throw new ExportError(`${file} was not written by an export; choose another folder.`, {
      cause: error,
    });
  }
}

function formatExportManifest(files: string[]): string {
  return `${JSON.stringify({ format: 1, files: [...files].sort() }, null, 2)}\n`;
}

/** True if articles can show a file of this name. */
function isMediaName(name: string): boolean {
  return mediaName.test(name);
}
