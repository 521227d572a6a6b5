import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Returns the folder of the live release. */
export const liveFolder = (dataFolder: string) => realpathSync(path.join(dataFolder, 'live'));

/** Returns the names of all files below a folder, including hidden ones. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );
}

/** Ends of complete files by extension. Astro puts the script of a page behind the document. */
const endings: Record<string, RegExp> = {
  '.html': /<\/html>(\s*<script[^>]*><\/script>)*\s*$/,
  '.xml': /<\/(rss|feed|urlset|sitemapindex)>\s*$/,
  '.json': /^(\{(.|\n)*\}|\[(.|\n)*\])\s*$/,
};

/** Returns the pattern for the end of a complete file. */
export const endingOf = (pathname: string): RegExp =>
  endings[path.extname(pathname)] ?? endings['.html'] ?? /$/;

/** Returns a finding for each incomplete file of the live folder, for the time after a kill. */
export function findHalfPages(dataFolder: string): string[] {
  if (!existsSync(path.join(dataFolder, 'live'))) return [];
  const folder = liveFolder(dataFolder);
  return namesIn(folder)
    .filter((name) => !name.endsWith('.tmp') && !name.startsWith('_assets/'))
    .filter((name) => {
      const ending = endings[path.extname(name)];
      return ending && !ending.test(readFileSync(path.join(folder, name), 'utf8'));
    })
    .map((name) => `half a page on the disk: ${name}`);
}

/** Returns a finding for each temporary file that no running process writes. */
export function findTemporaryFiles(dataFolder: string, runningPid: number | null): string[] {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tmp'))
    .filter((name) => runningPid === null || !name.includes(`.${runningPid}.`))
    .map((name) => `a temporary file remains: ${name}`);
}

const decompress = { '.br': brotliDecompressSync, '.gz': gunzipSync } as const;

/** Returns a finding for each precompressed copy that differs from its file. */
export async function findStaleCopies(dataFolder: string): Promise<string[]> {
  const folder = liveFolder(dataFolder);
  const listStale = () =>
    namesIn(folder).filter(
      (name) => /\.(br|gz)$/.test(name) && !isCurrentCopy(path.join(folder, name)),
    );
  let stale = listStale();
  // A file may have been replaced during the comparison.
  for (let tries = 0; tries < 100 && stale.length > 0; tries += 1) {
    await pause(100);
    stale = stale.filter((name) => !isCurrentCopy(path.join(folder, name)));
  }
  return stale.map((name) => `a stale copy: ${name}`);
}

/** Versions of copies that were already compared, because decompressing thousands of copies is slow. */
const compared = new Map<string, string>();

function isCurrentCopy(copy: string): boolean {
  const ending = path.extname(copy) === '.br' ? '.br' : '.gz';
  const file = copy.slice(0, -ending.length);
  try {
    const version = `${versionOf(copy)} ${versionOf(file)}`;
    if (compared.get(copy) === version) return true;
    const isCurrent = decompress[ending](readFileSync(copy)).equals(readFileSync(file));
    if (isCurrent) compared.set(copy, version);
    return isCurrent;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && !existsSync(copy);
  }
}

/** Returns a value that changes with each write of a file. */
function versionOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join('-');
}

/** Returns a hash of a file or response. */
export const hashOf = (body: Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22);
