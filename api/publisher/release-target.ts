import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Clock } from '../clock.ts';
import { findReaders, forgetPage, type PageRow, recordPage } from '../db/repositories/pages.ts';
import { isOpen, nameDoors } from './guarded-pages.ts';
import {
  removePageFile,
  shareFile,
  shareFileAnew,
  writeFreshFile,
  writePageFile,
} from './page-files.ts';
import type { PageContext, PageSource } from './page-source.ts';
import { loadPage, pathRank, pathsOfTag } from './page-table.ts';
import { guardedFolderOf } from './release-folders.ts';
import type { SiteRenderer } from './site-renderer.ts';

/** A release folder that pages are written into: the live one, or one being rendered. */
export interface ReleaseTarget {
  releaseId: number;
  /** Folder of the files readers get. */
  siteFolder: string;
  uploadsFolder: string;
  /** Folder of what is made of pictures, see picture-folders.ts. */
  picturesFolder: string;
  /** Whether pictures are made at all. */
  makePictures: boolean;
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
  /** Called with the error of each job that failed. */
  onFailure?: (what: string, error: unknown) => void;
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
  if (!source) return takeAway(target, pagePath);
  if ('picture' in source.content) return bringPicture(target, pagePath, source);
  const rendered = await target.renderer.render(source, pagePath);
  const body = source.kind === 'page' ? nameDoors(rendered, target.context.doors) : rendered;
  shareMedia(target, source, body);
  const file = path.join(folderFor(target, pagePath), source.file);
  const row = { path: pagePath, kind: source.kind, checksum: crc32(body), reads: source.reads };
  if (target.mode === 'fresh') {
    writeFreshFile(file, body);
    return { path: pagePath, kind: 'written', row };
  }
  // The file itself is asked, not what was recorded of it: a kill may have come between the two.
  if (holds(file, body)) return { path: pagePath, kind: 'same', row };
  writePageFile(file, body, target.mode === 'live');
  tell(target, file);
  return { path: pagePath, kind: 'written', row };
}

function takeAway(target: ReleaseTarget, pagePath: string): PageOutcome {
  const file = fileOf(target, pagePath);
  if (file && removePageFile(file, target.mode === 'live')) tell(target, file);
  return { path: pagePath, kind: 'absent' };
}

/** What lies behind a door is no file that anybody gets: nobody compresses it. */
function tell({ siteFolder, onFile }: ReleaseTarget, file: string): void {
  if (file.startsWith(siteFolder + path.sep)) onFile?.(file);
}

/** The folder that a page belongs into. */
const folderFor = ({ context, siteFolder }: ReleaseTarget, pagePath: string) =>
  isOpen(context.doors, pagePath) ? siteFolder : guardedFolderOf(siteFolder);

/** A picture keeps its address when it is made anew, so its file is replaced. */
function bringPicture(target: ReleaseTarget, pagePath: string, source: PageSource): PageOutcome {
  const name = 'picture' in source.content ? source.content.picture : '';
  const made = path.join(target.picturesFolder, name);
  // Somebody cleared the folder: pages stop naming it at the next start.
  if (!existsSync(made)) return takeAway(target, pagePath);
  const file = path.join(target.siteFolder, source.file);
  mkdirSync(path.dirname(file), { recursive: true });
  const written = shareFileAnew(made, file);
  const checksum = crc32(readFileSync(made));
  const row = { path: pagePath, kind: source.kind, checksum, reads: source.reads };
  return { path: pagePath, kind: written ? 'written' : 'same', row };
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
  const isFile = /\.(xml|json|txt|md|png)$/.test(pagePath);
  const folder = folderFor(target, pagePath);
  const file = path.join(folder, pagePath, isFile ? '' : 'index.html');
  return file.startsWith(folder + path.sep) ? file : null;
}

/** Where the pictures that pages name lie: below a release, and below the data folder. */
const pictureFolders = ['/media/', '/og/'] as const;
/** Longest name of a picture that is looked for, in bytes. */
const PICTURE_NAME_MAX = 128;

/** No page goes live before its pictures: they are linked into the release first. */
function shareMedia(target: ReleaseTarget, source: PageSource, body: Buffer): void {
  if (source.kind !== 'page' && source.kind !== 'cards') return;
  for (const folder of pictureFolders) {
    for (let at = body.indexOf(folder); at !== -1; at = body.indexOf(folder, at + 1)) {
      const start = at + folder.length;
      const text = body.toString('latin1', start, start + PICTURE_NAME_MAX);
      const name = /^[\w-]+\.[a-z]{3,4}\b/.exec(text)?.[0];
      if (name === undefined) continue;
      const made = path.join(target.picturesFolder, folder, name);
      const from = folder === '/media/' ? [path.join(target.uploadsFolder, name), made] : [made];
      const found = from.find((file) => existsSync(file));
      if (found) shareFile(found, path.join(target.siteFolder, folder, name));
    }
  }
}
