import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { z } from 'zod';
import { type BuiltPage, PAGE_LIST_PATH } from '#contracts/page-list.ts';
import { listFiles } from './build-manifest.ts';

const pageList = z.array(z.object({ path: z.string(), title: z.string(), listed: z.boolean() }));

/** Writes the list of pages of a finished build, for the sitemap and the 404 page. */
export function writePageList(buildFolder: string): void {
  const client = path.join(buildFolder, 'client');
  const pages = listFiles(client)
    .filter((name) => name.endsWith('/index.html'))
    .map((name) =>
      describe(`/${path.dirname(name)}`, readFileSync(path.join(client, name), 'utf8')),
    )
    .filter((page) => page !== null);
  writeFileSync(path.join(client, PAGE_LIST_PATH), `${JSON.stringify(pages)}\n`);
}

/** Returns the built pages of a release; older releases have no list. */
export function readBuiltPages(siteFolder: string): BuiltPage[] {
  const file = path.join(siteFolder, PAGE_LIST_PATH);
  return existsSync(file) ? pageList.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** @returns null for a page without a canonical link, such as a shell or an error page */
function describe(pagePath: string, html: string): BuiltPage | null {
  const head = elementsOf(parse(html)).filter(({ tagName }) => ['link', 'meta'].includes(tagName));
  const attributeOf = (key: string, name: string, value: string) =>
    head
      .map(
        (element) => new Map(element.attrs.map((attribute) => [attribute.name, attribute.value])),
      )
      .find((attributes) => attributes.get(key) === name)
      ?.get(value);
  if (attributeOf('rel', 'canonical', 'href') === undefined) return null;
  return {
    path: pagePath,
    title: attributeOf('property', 'og:title', 'content') ?? pagePath,
    listed: !/noindex/.test(attributeOf('name', 'robots', 'content') ?? ''),
  };
}

type Element = DefaultTreeAdapterTypes.Element;

function elementsOf(node: DefaultTreeAdapterTypes.Node): Element[] {
  if (!('childNodes' in node)) return [];
  const descendants = node.childNodes.flatMap(elementsOf);
  return 'tagName' in node ? [node, ...descendants] : descendants;
}
