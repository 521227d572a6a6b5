import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../publisher/build-manifest.ts';

/** Returns the file that readers get at a path of a release, or null if there is none. */
export function readSiteFile(siteFolder: string, pathname: string): string | null {
  const isFile = /\.[a-z]+$/.test(pathname);
  const file = path.join(siteFolder, pathname, isFile ? '' : 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns the files of a release without precompressed copies, each with a value that changes when it is written. */
export function listSiteFiles(siteFolder: string): Map<string, string> {
  const files = listFiles(siteFolder).filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    files.map((name) => {
      const { ino, mtimeMs } = statSync(path.join(siteFolder, name));
      return [name, `${ino}.${mtimeMs}`];
    }),
  );
}

/** Returns the names of files that were created, deleted or written again, in alphabetical order. */
export function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** Returns the names of files that contain a text, without precompressed copies. */
export function filesContaining(siteFolder: string, text: string): string[] {
  return [...listSiteFiles(siteFolder).keys()].filter((name) =>
    readFileSync(path.join(siteFolder, name)).includes(text),
  );
}

/** Returns the slugs of the articles that a list page shows, in its order. */
export function listedSlugs(page: string): string[] {
  // /blog shows some articles also outside of its list.
  const list = /<section[^>]* id="articles"[\s\S]*?<\/section>/.exec(page);
  const main = (list ?? /<main[\s\S]*<\/main>/.exec(page))?.[0] ?? '';
  const links = [...main.matchAll(/class="card__title"[^>]*><a href="\/blog\/([^"]+)"/g)];
  return links.map(([, slug]) => decodeURI(slug ?? ''));
}

/** Returns the URLs of the links to the next newer and the next older page of a list. */
export function pagerLinks(page: string): { newer: string | null; older: string | null } {
  const link = (relation: string) =>
    new RegExp(`href="([^"]+)" rel="${relation}"`).exec(page)?.[1] ?? null;
  return { newer: link('prev'), older: link('next') };
}
