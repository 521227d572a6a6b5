import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Clock } from '../clock.ts';
import { findReaders, forgetPage, type PageRow, recordPage } from '../db/repositories/pages.ts';
import { removePageFile, shareFile, writeFreshFile, writePageFile } from './page-files.ts';
import type { PageContext, PageSource } from './page-source.ts';
import { loadPage, pathRank, pathsOfTag } from './page-table.ts';
import type { SiteRenderer } from './site-renderer.ts';

/** A release folder that pages are written into: the live one, or one being rendered. */
export interface ReleaseTarget {
  releaseId: number;
  /** Folder of the files readers get. */
  siteFolder: string;
  uploadsFolder: string;
  renderer: SiteRenderer;
  context: PageContext;
  clock: Clock;
  /**
   * `live`: readers see the folder, so files appear whole and are synced one by one. `fresh`: nobody
   * sees it and it is empty, so files are just written. `replayed`: nobody sees it, but it is full.
   */
  mode: 'live' | 'fresh' | 'replayed';
  /** Told of each file that was written or removed. */
  onFile?: (file: string) => void;
}

/** What happened to a page, to be recorded together with others. */
export type PageOutcome =
  | { path: string; kind: 'written' | 'same'; row: PageRow }
  | { path: string; kind: 'absent' };

/**
 * Brings the file of one page in line with the database: writes it, leaves it, or takes it away.
 * @throws Error when the page cannot be rendered or written; the old file stays
 */
export async function bringInLine(target: ReleaseTarget, pagePath: string): Promise<PageOutcome> {
  const source = loadPage(target.context, pagePath);
  if (!source && target.mode === 'fresh') return { path: pagePath, kind: 'absent' };
  if (!source) {
    const file = fileOf(target, pagePath);
    if (file && removePageFile(file, target.mode === 'live')) target.onFile?.(file);
    return { path: pagePath, kind: 'absent' };
  }
  const body = await target.renderer.render(source, pagePath);
  shareMedia(target, source, body);
  const file = path.join(target.siteFolder, source.file);
  const row = { path: pagePath, kind: source.kind, checksum: crc32(body), reads: source.reads };
  if (target.mode === 'fresh') {
    writeFreshFile(file, body);
    return { path: pagePath, kind: 'written', row };
  }
  // The file itself is asked, not what was recorded of it: a kill may have come between the two.
  if (holds(file, body)) return { path: pagePath, kind: 'same', row };
  writePageFile(file, body, target.mode === 'live');
  target.onFile?.(file);
  return { path: pagePath, kind: 'written', row };
}

/** Whether a file has exactly these bytes. */
function holds(file: string, body: Buffer): boolean {
  return existsSync(file) && readFileSync(file).equals(body);
}

/** Records outcomes; belongs in a transaction, after the files are in place. */
export function recordOutcomes(target: ReleaseTarget, outcomes: PageOutcome[]): void {
  const { database } = target.context;
  for (const outcome of outcomes) {
    if (outcome.kind === 'absent') forgetPage(database, target.releaseId, outcome.path);
    else recordPage(database, target.releaseId, outcome.row, target.clock());
  }
}

/** Pages to look at after a change, articles first. */
export function pagesTouchedBy(target: ReleaseTarget, tags: Iterable<string>): string[] {
  const list = [...tags];
  const paths = new Set(findReaders(target.context.database, target.releaseId, list));
  for (const name of list) for (const pagePath of pathsOfTag(name)) paths.add(pagePath);
  return [...paths].sort((one, other) => pathRank(one) - pathRank(other));
}

/** The file a path has or had. Only paths ending like files are files themselves. */
function fileOf(target: ReleaseTarget, pagePath: string): string | null {
  const isFile = /\.(xml|json|txt|md)$/.test(pagePath);
  const file = path.join(target.siteFolder, pagePath, isFile ? '' : 'index.html');
  return file.startsWith(target.siteFolder + path.sep) ? file : null;
}

const MEDIA = '/media/';
/** Longest name of a file in media/ that is looked for, in bytes. */
const MEDIA_NAME_MAX = 128;

/** No page goes live before its pictures: they are linked into the release first. */
function shareMedia(target: ReleaseTarget, source: PageSource, body: Buffer): void {
  if (source.kind !== 'page') return;
  for (let at = body.indexOf(MEDIA); at !== -1; at = body.indexOf(MEDIA, at + 1)) {
    const start = at + MEDIA.length;
    const text = body.toString('latin1', start, start + MEDIA_NAME_MAX);
    const name = /^[\w-]+\.[a-z]{3,4}\b/.exec(text)?.[0];
    if (name === undefined) continue;
    const upload = path.join(target.uploadsFolder, name);
    if (existsSync(upload)) shareFile(upload, path.join(target.siteFolder, 'media', name));
  }
}
