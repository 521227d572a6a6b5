import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { PAGE_LIST_PATH } from '#contracts/page-list.ts';
import { listFiles } from './build-manifest.ts';
import { type Door, doorBefore, nameDoors, withoutGuarded } from './guarded-pages.ts';
import { hasCode, shareFile, temporaryName } from './page-files.ts';

/** Stands for the site's origin in built pages until a release knows the real one. */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid';

/** Where the releases are: `releases/7/site` is what readers get, `live` is a link to one of them. */
export interface ReleaseFolders {
  root: string;
  live: string;
}

export function releaseFolders(dataFolder: string): ReleaseFolders {
  return { root: path.join(dataFolder, 'releases'), live: path.join(dataFolder, 'live') };
}

export const siteFolderOf = (folders: ReleaseFolders, releaseId: number) =>
  path.join(folders.root, String(releaseId), 'site');
/** Folder of the published pages behind doors, beside the files that everybody gets. */
export const guardedFolderOf = (siteFolder: string) => path.join(siteFolder, '..', 'guarded');
export const buildFolderOf = (folders: ReleaseFolders, releaseId: number) =>
  path.join(folders.root, String(releaseId), 'build');

/**
 * Lays a new release out: a copy of the build to render with, and its files for readers, with a door in
 * the place of each page that is not for everybody.
 */
export function layOutRelease(
  folders: ReleaseFolders,
  releaseId: number,
  source: string,
  { origin, doors }: { origin: string; doors: readonly Door[] },
): void {
  const build = buildFolderOf(folders, releaseId);
  const site = siteFolderOf(folders, releaseId);
  removeRelease(folders, releaseId);
  mkdirSync(site, { recursive: true });
  cpSync(source, build, { recursive: true });
  const client = path.join(build, 'client');
  for (const name of listFiles(client)) {
    const from = path.join(client, name);
    const to = path.join(site, name);
    mkdirSync(path.dirname(to), { recursive: true });
    if (name.endsWith('.html')) {
      const door = doorBefore(doors, `/${name.replace(/\/index\.html$/, '')}`);
      writeFileSync(to, readBuilt(door ? path.join(client, door.page) : from, { origin, doors }));
    } else if (doors.length > 0 && `/${name}` === PAGE_LIST_PATH) {
      const pages = withoutGuarded(doors, JSON.parse(readFileSync(from, 'utf8')));
      writeFileSync(to, `${JSON.stringify(pages)}\n`);
    } else {
      shareFile(from, to);
    }
  }
  for (const { page, entrances } of doors) {
    for (const entrance of entrances) {
      const to = path.join(site, entrance, 'index.html');
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, readBuilt(path.join(client, page), { origin, doors }));
    }
  }
}

/** A built page as a release has it. */
function readBuilt(
  file: string,
  { origin, doors }: { origin: string; doors: readonly Door[] },
): Buffer {
  const document = readFileSync(file, 'utf8').replaceAll(ORIGIN_PLACEHOLDER, origin);
  return nameDoors(Buffer.from(document), doors);
}

/**
 * Brings along the scripts and styles of the release before: pages that are open in somebody's
 * browser go on asking for them. Their names carry their content's hash, so none can clash.
 */
export function keepAssets(folders: ReleaseFolders, from: number, to: number): void {
  const client = path.join(buildFolderOf(folders, from), 'client');
  const assets = path.join(client, '_assets');
  if (!existsSync(assets)) return;
  for (const name of listFiles(assets)) {
    shareFile(path.join(assets, name), path.join(siteFolderOf(folders, to), '_assets', name));
  }
}

export function removeRelease(folders: ReleaseFolders, releaseId: number): void {
  rmSync(path.join(folders.root, String(releaseId)), { recursive: true, force: true });
}

/**
 * A page behind a door as a member gets it: published or built, from beside the files that everybody
 * gets; null: none.
 */
export function readGuardedPage(
  siteFolder: string,
  page: string,
  release: { origin: string; doors: readonly Door[] },
): Buffer | null {
  const published = path.join(guardedFolderOf(siteFolder), page, 'index.html');
  if (existsSync(published)) return readFileSync(published);
  const built = path.join(siteFolder, '..', 'build', 'client', page, 'index.html');
  return existsSync(built) ? readBuilt(built, release) : null;
}

/** Points readers at a release, in one step. */
export function pointLiveAt(folders: ReleaseFolders, releaseId: number): void {
  const target = path.join('releases', String(releaseId), 'site');
  if (readLive(folders) === target) return;
  const temporary = path.join(path.dirname(folders.live), `.live.${process.pid}.0.tmp`);
  rmSync(temporary, { force: true });
  symlinkSync(target, temporary);
  renameSync(temporary, folders.live);
}

function readLive(folders: ReleaseFolders): string | null {
  try {
    return readlinkSync(folders.live);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Absolute folder readers are served from, or null before the first release. */
export function readLiveFolder(folders: ReleaseFolders): string | null {
  const target = readLive(folders);
  return target === null ? null : path.resolve(path.dirname(folders.live), target);
}

/** Waits until the disk has everything of a folder's file system: one call for a whole release. */
export function syncFileSystem(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sync', ['-f', folder], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`sync -f ${folder} ended with ${code}`)),
    );
  });
}

/** Removes what processes that are gone left half written. */
export function sweepTemporaryFiles(
  { root, live }: ReleaseFolders,
  isAlive: (pid: number) => boolean,
): number {
  let removed = 0;
  const entries = [
    ...readdirSync(root, { recursive: true, withFileTypes: true }),
    ...readdirSync(path.dirname(live), { withFileTypes: true }),
  ];
  for (const entry of entries) {
    const match = temporaryName.exec(entry.name);
    if (!match || isAlive(Number(match[2]))) continue;
    unlinkSync(path.join(entry.parentPath, entry.name));
    removed += 1;
  }
  return removed;
}
