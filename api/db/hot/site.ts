import type { ContentName, SiteContent } from '#contracts/content.ts';
import { type SettingName, type SettingValue, settingTable } from '#contracts/settings.ts';
import type { Connection } from '../connection.ts';
import { findValue, prepared, readValues } from '../statement-cache.ts';

/** Last read version of a file of the owner. */
export interface ContentFile {
  name: ContentName;
  sourceHash: string;
  /** The content as JSON; null if the last valid content stays. */
  value: string | null;
  problem: string | null;
}

/** Returns the last valid content of all files. */
export function readContent(database: Connection): Partial<SiteContent> {
  const sql = 'SELECT name, value FROM content_files WHERE value IS NOT NULL';
  const rows = prepared<[], { name: string; value: string }>(database, sql).all();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

/** Returns the last valid content of a file; null if there is none. */
export function readContentOf<Name extends ContentName>(
  database: Connection,
  name: Name,
): SiteContent[Name] | null {
  const sql = 'SELECT value FROM content_files WHERE name = ?';
  const value = prepared<[string], { value: string | null }>(database, sql).get(name)?.value;
  return value ? JSON.parse(value) : null;
}

/** Returns the names of content with an upload, which is an image of the media library, a video or its captions. */
export function listContentWith(database: Connection, fileName: string): ContentName[] {
  const sql = `SELECT name FROM content_files
    WHERE name IN ('profile', 'caseStudies', 'games') AND instr(value, ?) > 0`;
  return readValues<ContentName>(database, sql, fileName);
}

/** Returns a number that increases with each change of content. */
export function readContentRevision(database: Connection): number {
  const sql = 'SELECT coalesce(sum(revision), 0) AS revision FROM content_files';
  return findValue<number>(database, sql) ?? 0;
}

/** Returns the hash of each file when it was last read. */
export function readContentHashes(database: Connection): Map<string, string> {
  const sql = 'SELECT name, source_hash AS sourceHash FROM content_files';
  const rows = prepared<[], { name: string; sourceHash: string }>(database, sql).all();
  return new Map(rows.map(({ name, sourceHash }) => [name, sourceHash]));
}

/** Lists the problems of invalid files, sorted by name. */
export function listContentProblems(
  database: Connection,
): { name: ContentName; problem: string }[] {
  const sql = 'SELECT name, problem FROM content_files WHERE problem IS NOT NULL ORDER BY name';
  return prepared<[], { name: ContentName; problem: string }>(database, sql).all();
}

/** Stores the content or the problem of a file. @returns true if the content changed */
export function storeContentFile(database: Connection, file: ContentFile): boolean {
  const sql = `INSERT INTO content_files (name, source_hash, value, revision, problem)
    VALUES (@name, @sourceHash, @value, 1, @problem)
    ON CONFLICT DO UPDATE SET source_hash = excluded.source_hash, problem = excluded.problem,
      value = coalesce(excluded.value, value),
      revision = revision + (excluded.value IS NOT NULL AND excluded.value IS NOT value)
    RETURNING revision`;
  const before = prepared<[string], { revision: number }>(
    database,
    'SELECT revision FROM content_files WHERE name = ?',
  ).get(file.name);
  const after = prepared<[object], { revision: number }>(database, sql).get({ ...file });
  return file.value !== null && before?.revision !== after?.revision;
}

/** Returns the stored value of a setting, or its default. Cheap enough for each page. */
export function settingOf<Name extends SettingName>(
  database: Connection,
  name: Name,
): SettingValue<Name> {
  const row = prepared<[string], { value: string }>(
    database,
    'SELECT value FROM settings WHERE key = ?',
  ).get(name);
  const { schema, default: usual } = settingTable[name];
  const stored = row && schema.safeParse(JSON.parse(row.value));
  return (stored?.success ? stored.data : usual) as SettingValue<Name>;
}

/** Returns the keys of the Open Graph images of games and case studies by name. */
export function readContentOgImageKeys(database: Connection): Map<string, string> {
  const sql = 'SELECT name, key FROM content_og_images';
  const rows = prepared<[], { name: string; key: string }>(database, sql).all();
  return new Map(rows.map(({ name, key }) => [name, key]));
}

export function recordContentOgImageKey(database: Connection, name: string, key: string): void {
  const sql = `INSERT INTO content_og_images (name, key) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET key = excluded.key`;
  prepared<[string, string], unknown>(database, sql).run(name, key);
}

export function deleteContentOgImageKey(database: Connection, name: string): void {
  const sql = 'DELETE FROM content_og_images WHERE name = ?';
  prepared<[string], unknown>(database, sql).run(name);
}
