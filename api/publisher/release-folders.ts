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
import { PAGE_LIST_PATH } from '#contracts/site-routes.ts';
import { hasErrorCode } from '../errors.ts';
import { listFiles } from './build-manifest.ts';
import { filterPublicPages, findGuard, type Guard, markGuardedFolders } from './guarded-pages.ts';
import { writeHostFiles } from './host-files.ts';
import { linkOrCopyFile, temporaryName } from './page-files.ts';

/** Placeholder of the site's origin in built pages. */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid';

/** Folders of releases: `releases/7/site` is served, `live` links to one of them. */
export interface ReleaseFolders {
  root: string;
  live: string;
}

export function releaseFolders(dataFolder: string): ReleaseFolders {
  return { root: path.join(dataFolder, 'releases'), live: path.join(dataFolder, 'live') };
}

export const siteFolderOf = (folders: ReleaseFolders, releaseId: number) =>
  path.join(folders.root, String(releaseId), 'site');
/** Returns the folder of published guarded pages, beside the public files. */
export const guardedFolderOf = (siteFolder: string) => path.join(siteFolder, '..', 'guarded');
export const buildFolderOf = (folders: ReleaseFolders, releaseId: number) =>
  path.join(folders.root, String(releaseId), 'build');

/** True if the files of a release exist; a restored database may refer to missing ones. */
export const isServable = (folders: ReleaseFolders, releaseId: number): boolean =>
  existsSync(path.join(siteFolderOf(folders, releaseId), 'index.html')) &&
  existsSync(path.join(buildFolderOf(folders, releaseId), 'server'));

/**
 * Creates the folder of a release: a copy of the build, its public files with guarded pages
 * replaced, and configurations for other file servers.
 */
export function createReleaseFolder(
  folders: ReleaseFolders,
  releaseId: number,
  source: string,
  { origin, guards }: { origin: string; guards: readonly Guard[] },
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
      const guard = findGuard(guards, `/${name.replace(/\/index\.html$/, '')}`);
      writeFileSync(
        to,
        readBuiltPage(guard ? path.join(client, guard.page) : from, { origin, guards }),
      );
    } else if (guards.length > 0 && `/${name}` === PAGE_LIST_PATH) {
      const pages = filterPublicPages(guards, JSON.parse(readFileSync(from, 'utf8')));
      writeFileSync(to, `${JSON.stringify(pages)}\n`);
    } else {
      linkOrCopyFile(from, to);
    }
  }
  for (const { page, entrances } of guards) {
    for (const entrance of entrances) {
      const to = path.join(site, entrance, 'index.html');
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, readBuiltPage(path.join(client, page), { origin, guards }));
    }
  }
  writeHostFiles(site, { origin, guards });
}

/** Returns a built page with the origin and the guards of a release. */
function readBuiltPage(
  file: string,
  { origin, guards }: { origin: string; guards: readonly Guard[] },
): Buffer {
  const document = readFileSync(file, 'utf8').replaceAll(ORIGIN_PLACEHOLDER, origin);
  return markGuardedFolders(Buffer.from(document), guards);
}

/** Links scripts and styles of the previous release for open pages; hashed names avoid conflicts. */
export function copyPreviousAssets(folders: ReleaseFolders, from: number, to: number): void {
  const client = path.join(buildFolderOf(folders, from), 'client');
  const assets = path.join(client, '_assets');
  if (!existsSync(assets)) return;
  for (const name of listFiles(assets)) {
    linkOrCopyFile(path.join(assets, name), path.join(siteFolderOf(folders, to), '_assets', name));
  }
}

export function removeRelease(folders: ReleaseFolders, releaseId: number): void {
  rmSync(path.join(folders.root, String(releaseId)), { recursive: true, force: true });
}

/** Returns a guarded page for members, published or built; null if there is none. */
export function readGuardedPage(
  siteFolder: string,
  page: string,
  release: { origin: string; guards: readonly Guard[] },
): Buffer | null {
  const published = path.join(guardedFolderOf(siteFolder), page, 'index.html');
  if (existsSync(published)) return readFileSync(published);
  const built = path.join(siteFolder, '..', 'build', 'client', page, 'index.html');
  return existsSync(built) ? readBuiltPage(built, release) : null;
}

/** Makes a release live atomically. */
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
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Returns the absolute folder of the live release, or null before the first release. */
export function readLiveFolder(folders: ReleaseFolders): string | null {
  const target = readLive(folders);
  return target === null ? null : path.resolve(path.dirname(folders.live), target);
}

/** Resolves when all data of the file system is on disk; called once per release. */
export function syncFileSystem(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sync', ['-f', folder], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`sync -f ${folder} ended with ${code}`)),
    );
  });
}

/** Deletes incomplete files of processes that have ended. */
export function purgeTemporaryFiles(
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
