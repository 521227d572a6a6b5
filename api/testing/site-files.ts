import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../publisher/build-manifest.ts';

/** What readers get at an address, read from the files of a release; null when nothing is there. */
export function readSiteFile(siteFolder: string, address: string): string | null {
  const isFile = /\.[a-z]+$/.test(address);
  const file = path.join(siteFolder, address, isFile ? '' : 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Every file of a release but compressed twins: its name, and what tells whether it was replaced. */
export function listSiteFiles(siteFolder: string): Map<string, string> {
  const files = listFiles(siteFolder).filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    files.map((name) => {
      const { ino, mtimeMs } = statSync(path.join(siteFolder, name));
      return [name, `${ino}.${mtimeMs}`];
    }),
  );
}

/** Names of the files that appeared, went, or were written again, in alphabetical order. */
export function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** Names of the files, compressed twins aside, in which a text occurs. */
export function filesContaining(siteFolder: string, text: string): string[] {
  return [...listSiteFiles(siteFolder).keys()].filter((name) =>
    readFileSync(path.join(siteFolder, name)).includes(text),
  );
}

/** Addresses of the articles a list page shows, in its order, each once. */
export function listedSlugs(page: string): string[] {
  // /blog shows some of them in other places besides.
  const list = /<section[^>]* id="articles"[\s\S]*?<\/section>/.exec(page);
  const main = (list ?? /<main[\s\S]*<\/main>/.exec(page))?.[0] ?? '';
  const links = [...main.matchAll(/class="card__title"[^>]*><a href="\/blog\/([^"]+)"/g)];
  return links.map(([, slug]) => decodeURI(slug ?? ''));
}

/** Where the links to the next newer and older page of a list lead. */
export function pagerLinks(page: string): { newer: string | null; older: string | null } {
  const link = (relation: string) =>
    new RegExp(`href="([^"]+)" rel="${relation}"`).exec(page)?.[1] ?? null;
  return { newer: link('prev'), older: link('next') };
}
