import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { z } from 'zod';
import { builtKinds } from '#contracts/search-index.ts';
import type { BuiltDocument } from '../db/hot/built-documents.ts';
import { textOfHtml } from '../db/search-text.ts';
import { listFiles } from './build-manifest.ts';

/** File of a build with the search documents of its pages. */
const DOCUMENTS = path.join('server', 'search-documents.json');

/** Attribute of an element whose text can be found, with its kind. */
const SEARCHED = 'data-searched';
/** Attribute with further search terms, as JSON. */
const TAGS = 'data-tags';
/** Attribute of an element to omit. */
const UNSEARCHED = 'data-unsearched';
/** Elements whose text is omitted; the title is stored separately. */
const passedOver = ['button', 'h1', 'nav', 'noscript', 'script', 'style', 'svg', 'template'];

const tags = z.array(z.string());
const kind = z.enum(builtKinds);
const documents = z.array(
  z.object({
    kind,
    path: z.string(),
    title: z.string(),
    description: z.string(),
    tags,
    headings: z.array(z.string()),
    text: z.string(),
  }),
);

/**
 * Writes the search documents of a finished build.
 * @throws Error with the name of a page with invalid attributes
 */
export function writeBuiltDocuments(buildFolder: string): void {
  const client = path.join(buildFolder, 'client');
  const found = listFiles(client)
    .filter((name) => name.endsWith('/index.html'))
    .map((name) =>
      describe(`/${path.dirname(name)}`, readFileSync(path.join(client, name), 'utf8')),
    )
    .filter((document) => document !== null);
  const file = path.join(buildFolder, DOCUMENTS);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(found)}\n`);
}

/** Returns the search documents of a build; older builds have none. */
export function readBuiltDocuments(siteFolder: string): BuiltDocument[] {
  const file = path.join(siteFolder, '..', 'build', DOCUMENTS);
  return existsSync(file) ? documents.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** @returns null for a page that does not ask to be found */
function describe(address: string, html: string): BuiltDocument | null {
  // Most pages do not, and reading them costs more than looking for a word.
  if (!html.includes(SEARCHED)) return null;
  const all = elementsOf(parse(html));
  const searched = all.find((element) => attributeOf(element, SEARCHED) !== undefined);
  if (!searched) return null;
  const textOf = (element: Element | undefined) => (element ? textOfHtml(serialize(element)) : '');
  const title = textOf(all.find(({ tagName }) => tagName === 'h1'));
  const description = all.find((element) => attributeOf(element, 'name') === 'description');
  const asked = kind.safeParse(attributeOf(searched, SEARCHED));
  if (!asked.success || title === '') {
    const wanted = `${SEARCHED} of ${builtKinds.join(' or ')}, and an h1`;
    throw new Error(`the page ${address} needs ${wanted}, to be found by the search`);
  }
  leaveOut(searched);
  return {
    kind: asked.data,
    path: address,
    title,
    description: (description && attributeOf(description, 'content')) ?? '',
    tags: tags.parse(JSON.parse(attributeOf(searched, TAGS) ?? '[]')),
    headings: elementsOf(searched)
      .filter(({ tagName }) => /^h[23]$/.test(tagName))
      .map(textOf),
    text: textOf(searched),
  };
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const attributeOf = (element: Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

function elementsOf(node: Node): Element[] {
  if (!('childNodes' in node)) return [];
  const inside = node.childNodes.flatMap(elementsOf);
  return 'tagName' in node ? [node, ...inside] : inside;
}

/** Removes elements that are not text of the page. */
function leaveOut(element: Element): void {
  element.childNodes = element.childNodes.filter(
    (child) =>
      !('tagName' in child) ||
      !(passedOver.includes(child.tagName) || attributeOf(child, UNSEARCHED) !== undefined),
  );
  for (const child of element.childNodes) if ('tagName' in child) leaveOut(child);
}
