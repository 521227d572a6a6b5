import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from './site.ts';

/** Folder of the published files. */
export const releaseFolder = (site: Site): string => path.join(site.dataFolder, 'live');

/** Returns the paths of all files of the live release, relative to its folder, without precompressed copies. */
export async function releaseFiles(site: Site): Promise<string[]> {
  const entries = await readdir(`${releaseFolder(site)}/`, {
    recursive: true,
    withFileTypes: true,
  });
  return entries
    .filter((entry) => !entry.isDirectory() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(releaseFolder(site), path.join(entry.parentPath, entry.name)))
    .toSorted();
}

/** A page of the release. */
export interface ReleasePage {
  /** URL path. */
  path: string;
  html: string;
}

/** Returns all pages of the release, including redirects. */
export async function releasePages(site: Site): Promise<ReleasePage[]> {
  const files = (await releaseFiles(site)).filter((file) => file.endsWith('.html'));
  return files.map((file) => ({
    path: `/${file.replace(/(^|\/)index\.html$/, '')}`,
    html: readFileSync(path.join(releaseFolder(site), file), 'utf8'),
  }));
}
