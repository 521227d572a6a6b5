import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ContentName,
  contentFile,
  contentSchemas,
  type SiteContent,
} from '#contracts/content.ts';
import type { Connection } from './db/connection.ts';
import { readContentOf } from './db/hot/site.ts';

/** File of a build with the validated sample content. */
const SAMPLES = path.join('server', 'sample-content.json');

/** Folder of the sample content. */
export const samplesFolder = path.join(import.meta.dirname, '..', 'content');

/** A file of a folder whose files are one content: an article template or a case study. */
export interface FolderFile {
  /** Without folder and ending. */
  name: string;
  markdown: string;
}

/**
 * Returns the text of a file, or null if it is missing. For article templates and case studies, returns JSON of
 * all files, see FolderFile.
 * @param folder CONTENT_DIR or the folder of the samples
 */
export function readContentSource(folder: string, name: ContentName): string | null {
  const file = path.join(folder, contentFile(name));
  if (!file.endsWith('*.md')) {
    return entryExists(file, 'isFile') ? readFileSync(file, 'utf8') : null;
  }
  const parent = path.dirname(file);
  if (!entryExists(parent, 'isDirectory')) return null;
  // The case studies of the repository are MDX, which the build compiles.
  const ending = folder === samplesFolder && name === 'caseStudies' ? '.mdx' : '.md';
  const files = readdirSync(parent)
    .filter((entry) => !entry.startsWith('.') && path.extname(entry) === ending)
    .sort()
    .map(
      (entry): FolderFile => ({
        name: path.basename(entry, ending),
        markdown: readFileSync(path.join(parent, entry), 'utf8'),
      }),
    );
  return JSON.stringify(files);
}

const entryExists = (file: string, kind: 'isFile' | 'isDirectory') =>
  statSync(file, { throwIfNoEntry: false })?.[kind]() === true;

/** Names of all content that is JSON. */
type PlainName = Exclude<ContentName, 'caseStudies' | 'help' | 'privacy' | 'terms'>;

/** Returns content of the owner; the sample if no valid file has been read. */
export function getContent<Name extends PlainName>(
  database: Connection,
  name: Name,
): SiteContent[Name] {
  const sample = () =>
    contentSchemas[name].parse(
      JSON.parse(readContentSource(samplesFolder, name) ?? ''),
    ) as SiteContent[Name];
  return readContentOf(database, name) ?? sample();
}

/** Writes the sample content of a finished build. */
export function writeSampleContent(buildFolder: string, content: SiteContent): void {
  writeFileSync(path.join(buildFolder, SAMPLES), JSON.stringify(content));
}

/** Returns the sample content of a build; older builds have none. */
export function readSampleContent(buildFolder: string): Partial<SiteContent> {
  const file = path.join(buildFolder, SAMPLES);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Names of the images and videos of the sample case studies, which are part of the build. */
export function listSampleMedia(): string[] {
  const folder = path.join(samplesFolder, 'media', 'case-studies');
  return entryExists(folder, 'isDirectory') ? readdirSync(folder) : [];
}

/** Returns the name of the site, which is that of its owner. */
export const getSiteName = (database: Connection): string => getContent(database, 'profile').name;
