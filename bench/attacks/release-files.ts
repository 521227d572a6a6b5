import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Folder readers are served from. */
export const liveFolder = (dataFolder: string) => realpathSync(path.join(dataFolder, 'live'));

/** Names below a folder, hidden ones too. */
export function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    lstatSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );
}

/** How a whole file ends. Astro puts a page's own script behind the document. */
const endings: Record<string, RegExp> = {
  '.html': /<\/html>(\s*<script[^>]*><\/script>)*\s*$/,
  '.xml': /<\/(rss|feed|urlset|sitemapindex)>\s*$/,
  '.json': /^(\{(.|\n)*\}|\[(.|\n)*\])\s*$/,
};

/** How the page at an address ends when it is whole. */
export const endingOf = (address: string): RegExp =>
  endings[path.extname(address)] ?? endings['.html'] ?? /$/;

/** Files of the live folder that are not whole, as they lie on the disk after a kill. */
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

/** Temporary files that nobody who is alive is still writing. */
export function findTemporaryFiles(dataFolder: string, alivePid: number | null): string[] {
  return readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tmp'))
    .filter((name) => alivePid === null || !name.includes(`.${alivePid}.`))
    .map((name) => `a temporary file remains: ${name}`);
}

const unpack = { '.br': brotliDecompressSync, '.gz': gunzipSync } as const;

/** Compressed twins that say something else than their file. */
export async function findStaleTwins(dataFolder: string): Promise<string[]> {
  const folder = liveFolder(dataFolder);
  const suspects = () =>
    namesIn(folder).filter(
      (name) => /\.(br|gz)$/.test(name) && !isTrueTwin(path.join(folder, name)),
    );
  let stale = suspects();
  // A file may have been replaced between the two looks of the comparison.
  for (let tries = 0; tries < 100 && stale.length > 0; tries += 1) {
    await pause(100);
    stale = stale.filter((name) => !isTrueTwin(path.join(folder, name)));
  }
  return stale.map((name) => `a stale twin: ${name}`);
}

/** Twins that were compared before; unpacking thousands again after each kill would take longest. */
const compared = new Map<string, string>();

function isTrueTwin(twin: string): boolean {
  const ending = path.extname(twin) === '.br' ? '.br' : '.gz';
  const file = twin.slice(0, -ending.length);
  try {
    const version = `${versionOf(twin)} ${versionOf(file)}`;
    if (compared.get(twin) === version) return true;
    const isTrue = unpack[ending](readFileSync(twin)).equals(readFileSync(file));
    if (isTrue) compared.set(twin, version);
    return isTrue;
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return gone && !existsSync(twin);
  }
}

/** Changes with each write of a file. */
function versionOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join('-');
}

/** The hash that the publisher records for a page. */
export const hashOf = (body: Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22);
