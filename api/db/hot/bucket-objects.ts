import { randomBytes } from 'node:crypto';
import { AVATAR_FOLDER } from '#contracts/avatar.ts';
import { PRODUCT_FILES_FOLDER } from '#contracts/upload.ts';
import type { Connection } from '../connection.ts';
import type { pushedObjects } from '../schema/publisher.ts';
import { findValue, hasRow, prepared } from '../statement-cache.ts';
import { listContentWith } from './site.ts';

/** Upload in the bucket of STORAGE. */
export interface UploadObject {
  /** Path below the folder of uploads. */
  name: string;
  bytes: number;
  sha256: string;
  etag: string;
}

const columns = 'name, bytes, sha256, etag';

export function findUploadObject(database: Connection, name: string): UploadObject | undefined {
  const sql = `SELECT ${columns} FROM upload_objects WHERE name = ?`;
  return prepared<[string], UploadObject>(database, sql).get(name);
}

export function listUploadObjects(database: Connection): UploadObject[] {
  const sql = `SELECT ${columns} FROM upload_objects ORDER BY name`;
  return prepared<[], UploadObject>(database, sql).all();
}

export function recordUploadObject(database: Connection, object: UploadObject): void {
  const sql = `INSERT INTO upload_objects (${columns}) VALUES (@name, @bytes, @sha256, @etag)
    ON CONFLICT (name) DO UPDATE
    SET bytes = excluded.bytes, sha256 = excluded.sha256, etag = excluded.etag`;
  prepared<[UploadObject], unknown>(database, sql).run(object);
}

export function deleteUploadObject(database: Connection, name: string): void {
  prepared<[string], unknown>(database, 'DELETE FROM upload_objects WHERE name = ?').run(name);
}

/** True for the file of a product or of an upload for one. */
export const isProductFile = (name: string) => name.startsWith(`${PRODUCT_FILES_FOLDER}/`);

const storedNameOf = (name: string) => name.slice(PRODUCT_FILES_FOLDER.length + 1);

/** True if the database refers to an upload. */
export function isUploadInUse(database: Connection, name: string): boolean {
  const exists = (sql: string, value: string) => hasRow(database, sql, value);
  if (isProductFile(name)) {
    return (
      findProductFileHash(database, name) !== null ||
      exists('SELECT 1 FROM product_uploads WHERE id = ?', storedNameOf(name))
    );
  }
  if (name.startsWith(`${AVATAR_FOLDER}/`)) {
    const fileName = name.slice(AVATAR_FOLDER.length + 1);
    const avatar = fileName.slice(0, fileName.lastIndexOf('-'));
    return exists('SELECT 1 FROM avatars WHERE name = ?', avatar);
  }
  return (
    exists('SELECT 1 FROM media WHERE file_name = ?', name) ||
    listContentWith(database, name).length > 0
  );
}

/** Returns the SHA-256 that the file of a product version must have, or null for another upload. */
export function findProductFileHash(database: Connection, name: string): string | null {
  if (!isProductFile(name)) return null;
  const sql = 'SELECT sha256 FROM product_file_versions WHERE stored = ?';
  return findValue<string>(database, sql, storedNameOf(name));
}

/** Object in the bucket of PUBLISH_TO as the server has stored it. */
type PushedObject = typeof pushedObjects.$inferSelect;

export function findPushedObject(database: Connection, name: string): PushedObject | undefined {
  const sql = 'SELECT name, sha256, etag FROM pushed_objects WHERE name = ?';
  return prepared<[string], PushedObject>(database, sql).get(name);
}

export function recordPushedObject(database: Connection, object: PushedObject): void {
  const sql = `INSERT INTO pushed_objects (name, sha256, etag) VALUES (@name, @sha256, @etag)
    ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, etag = excluded.etag`;
  prepared<[PushedObject], unknown>(database, sql).run(object);
}

export function deletePushedObject(database: Connection, name: string): void {
  prepared<[string], unknown>(database, 'DELETE FROM pushed_objects WHERE name = ?').run(name);
}

/** Key of the setting that identifies the site in buckets, also after a restore on another machine. */
export const SITE_ID = 'site_id';

/** Stores an ID of the site in buckets, unless it has one. */
export function ensureSiteId(database: Connection, now: number): void {
  const sql = `INSERT INTO settings (key, value, updated_at) VALUES (?, ?, ?)
    ON CONFLICT (key) DO NOTHING`;
  const value = JSON.stringify(randomBytes(8).toString('hex'));
  prepared<[string, string, number], unknown>(database, sql).run(SITE_ID, value, now);
}

/** Returns the ID of the site in buckets, which the publisher stores when it starts; see `ensureSiteId`. */
export function readSiteId(database: Connection): string {
  const sql = "SELECT value ->> '$' AS id FROM settings WHERE key = ?";
  const id = findValue<string>(database, sql, SITE_ID);
  if (id === null) throw new Error('the publisher has not started');
  return id;
}
