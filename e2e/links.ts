import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { releaseFiles, releaseFolder } from './release.ts';
import type { Site } from './site.ts';

type Node = DefaultTreeAdapterMap['node'];

/** An address of ours that stands in a file of the release. */
export interface Link {
  /** File it stands in. */
  from: string;
  /** Decoded path, without query. */
  path: string;
  /** Behind the #, decoded; empty for none. */
  anchor: string;
}

/** Attributes that hold one address each. */
const addressAttributes = ['href', 'src', 'poster', 'action', 'formaction', 'data', 'cite'];
/** Attributes that hold several, each with a width or a density behind it. */
const addressLists = ['srcset', 'imagesrcset'];

/** Every address of ours in the files of the release, as far as they are text. */
export async function linksOfRelease(site: Site): Promise<{ links: Link[]; ids: Set<string> }> {
  const links: Link[] = [];
  /** Each as `/path#id`. */
  const ids = new Set<string>();
  for (const file of await releaseFiles(site)) {
    const page = `/${file.replace(/(^|\/)index\.html$/, '')}`;
    const text = readFileSync(path.join(releaseFolder(site), file), 'utf8');
    const add = (address: string) => {
      const link = ownLink(address, page, site.url);
      if (link) links.push({ from: file, ...link });
    };
    if (file.endsWith('.svg')) {
      for (const [, id] of text.matchAll(/ id="([^"]+)"/g)) ids.add(`${page}#${id}`);
    }
    if (file.endsWith('.html')) {
      // Leads to the top of every page, by the standard.
      ids.add(`${page}#top`);
      walk(parse(text), (name, value) => {
        if (name === 'id') ids.add(`${page}#${value}`);
        if (addressAttributes.includes(name)) add(value);
        if (addressLists.includes(name))
          for (const one of value.split(',')) add(one.trim().split(' ')[0] ?? '');
      });
    }
    for (const address of absoluteAddresses(file, text, site.url)) add(address);
  }
  return { links, ids };
}

/** Addresses that stand elsewhere than in attributes: feeds, sitemaps, styles, data, manifests. */
function absoluteAddresses(file: string, text: string, origin: string): string[] {
  const found: string[] = [];
  if (/\.(html|xml|json|md|txt)$/.test(file)) {
    // With the origin before them: canonical links, pictures for sharing, structured data, feeds.
    const ours = new RegExp(`${RegExp.escape(origin)}(/[^\\s"'<>)\\\\\\]]*)?`, 'g');
    found.push(...[...text.matchAll(ours)].map(([address]) => decodeEntities(address)));
  }
  if (/\.(html|css)$/.test(file)) {
    found.push(
      ...[...text.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, address = '']) => address),
    );
  }
  if (/\.(js|css|webmanifest|json)$/.test(file)) {
    found.push(
      ...[...text.matchAll(/["'`](\/[\w./-]*\.\w{2,11})["'`]/g)].map(([, address = '']) => address),
    );
  }
  if (file.endsWith('.js')) {
    found.push(
      ...[...text.matchAll(/["'`](\.\/[\w.-]+\.(?:js|css))["'`]/g)].map(
        ([, address = '']) => address,
      ),
    );
  }
  if (/^search-index-(built|(products-)?\d+)\.json$/.test(file)) {
    found.push(...[...text.matchAll(/"(\/[^"\s]*)"/g)].map(([, address = '']) => address));
  }
  return found;
}

const decodeEntities = (address: string) => address.replaceAll('&amp;', '&');

/** Where an address on a page leads within the site; null when it leads out of it. */
function ownLink(address: string, page: string, origin: string): Omit<Link, 'from'> | null {
  const url = URL.parse(address, new URL(encodeURI(page), origin));
  if (!url || url.origin !== origin) return null;
  return { path: decodeURIComponent(url.pathname), anchor: decodeURIComponent(url.hash.slice(1)) };
}

/** Passes templates by: their scripts fill in where they lead. */
function walk(node: Node, visit: (name: string, value: string) => void): void {
  if ('attrs' in node) for (const { name, value } of node.attrs) visit(name, value);
  if ('childNodes' in node) for (const child of node.childNodes) walk(child, visit);
}
