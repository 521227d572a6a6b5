import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
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

type Node = DefaultTreeAdapterMap['node'];

/** An internal link in a file of the release. */
interface Link {
  /** File that contains the link. */
  from: string;
  /** Decoded path without query. */
  path: string;
  /** Decoded fragment without #; empty if there is none. */
  anchor: string;
}

/** Attributes with one URL. */
const urlAttributes = ['href', 'src', 'poster', 'action', 'formaction', 'data', 'cite'];

/** Attributes with several URLs, each followed by a width or a pixel density. */
const urlListAttributes = ['srcset', 'imagesrcset'];

const decodeEntities = (url: string) => url.replaceAll('&amp;', '&');

/** Returns all internal links in the text files of the release, and all fragments that a link can lead to. */
export async function linksOfRelease(site: Site): Promise<{ links: Link[]; ids: Set<string> }> {
  const links: Link[] = [];
  /** Entries have the form `/path#id`. */
  const ids = new Set<string>();
  for (const file of await releaseFiles(site)) {
    const page = `/${file.replace(/(^|\/)index\.html$/, '')}`;
    const text = readFileSync(path.join(releaseFolder(site), file), 'utf8');
    const add = (url: string) => {
      const link = resolveInternalLink(url, page, site.url);
      if (link) links.push({ from: file, ...link });
    };
    if (file.endsWith('.svg')) {
      for (const [, id] of text.matchAll(/ id="([^"]+)"/g)) ids.add(`${page}#${id}`);
    }
    if (file.endsWith('.html')) {
      // The HTML standard defines #top as the top of every page.
      ids.add(`${page}#top`);
      walk(parse(text), (name, value) => {
        if (name === 'id') ids.add(`${page}#${value}`);
        if (urlAttributes.includes(name)) add(value);
        if (urlListAttributes.includes(name))
          for (const candidate of value.split(',')) add(candidate.trim().split(' ')[0] ?? '');
      });
    }
    for (const url of findOtherUrls(file, text, site.url)) add(url);
  }
  return { links, ids };
}

/** Returns URLs outside of attributes: in feeds, sitemaps, styles, data and manifests. */
function findOtherUrls(file: string, text: string, origin: string): string[] {
  const urls: string[] = [];
  if (/\.(html|xml|json|md|txt)$/.test(file)) {
    // Absolute URLs: canonical links, Open Graph images, structured data, feeds.
    const internalUrl = new RegExp(`${RegExp.escape(origin)}(/[^\\s"'<>)\\\\\\]]*)?`, 'g');
    urls.push(...[...text.matchAll(internalUrl)].map(([url]) => decodeEntities(url)));
  }
  if (/\.(html|css)$/.test(file)) {
    urls.push(...[...text.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, url = '']) => url));
  }
  if (/\.(js|css|webmanifest|json)$/.test(file)) {
    urls.push(
      ...[...text.matchAll(/["'`](\/[\w./-]*\.\w{2,11})["'`]/g)].map(([, url = '']) => url),
    );
  }
  if (file.endsWith('.js')) {
    urls.push(
      ...[...text.matchAll(/["'`](\.\/[\w.-]+\.(?:js|css))["'`]/g)].map(([, url = '']) => url),
    );
  }
  if (/^search-index-(built|(products-)?\d+)\.json$/.test(file)) {
    urls.push(...[...text.matchAll(/"(\/[^"\s]*)"/g)].map(([, url = '']) => url));
  }
  return urls;
}

/** Returns the target of a URL on a page; null if it is external. */
function resolveInternalLink(url: string, page: string, origin: string): Omit<Link, 'from'> | null {
  const target = URL.parse(url, new URL(encodeURI(page), origin));
  if (!target || target.origin !== origin) return null;
  return {
    path: decodeURIComponent(target.pathname),
    anchor: decodeURIComponent(target.hash.slice(1)),
  };
}

/** Visits all attributes except those in templates, whose URLs scripts fill in. */
function walk(node: Node, visit: (name: string, value: string) => void): void {
  if ('attrs' in node) for (const { name, value } of node.attrs) visit(name, value);
  if ('childNodes' in node) for (const child of node.childNodes) walk(child, visit);
}
