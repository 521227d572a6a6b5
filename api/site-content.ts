import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type ContentName,
  contentFile,
  contentSchemas,
  type SiteContent,
} from '#contracts/content.ts';
import type { Connection } from './db/connection.ts';
import { readContentOf } from './db/hot/content.ts';

/** Folder of the sample files. */
export const samplesFolder = path.join(import.meta.dirname, '..', 'content');

/**
 * Returns the text of a file of the owner, or null if it is missing; of the article templates, JSON with
 * the names and texts of all of them.
 * @param folder CONTENT_DIR or the samples
 */
export function readContentSource(folder: string, name: ContentName): string | null {
  const file = path.join(folder, contentFile(name));
  if (name !== 'templates') return isThere(file, 'isFile') ? readFileSync(file, 'utf8') : null;
  const parent = path.dirname(file);
  if (!isThere(parent, 'isDirectory')) return null;
  const templates = readdirSync(parent)
    .filter((entry) => /^[^.].*\.md$/.test(entry))
    .sort()
    .map((entry) => ({
      name: path.basename(entry, '.md'),
      markdown: readFileSync(path.join(parent, entry), 'utf8'),
    }));
  return JSON.stringify(templates);
}

const isThere = (file: string, kind: 'isFile' | 'isDirectory') =>
  statSync(file, { throwIfNoEntry: false })?.[kind]() === true;

/** Content that is JSON, without the Markdown pages. */
type PlainName = Exclude<ContentName, 'help' | 'privacy' | 'terms'>;

/** Returns content of the owner; until a valid file was read, that of the sample. */
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
