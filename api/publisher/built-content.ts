import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { z } from 'zod';
import { builtKinds } from '#contracts/search-index.ts';
import { type BuiltPage, PAGE_LIST_PATH } from '#contracts/site-routes.ts';
import type { BuiltDocument } from '../db/hot/search.ts';
import { searchTextOf } from '../db/search-text.ts';
import { readSampleContent } from '../site-content.ts';
import { listFiles } from './build-manifest.ts';
import { readContentPages } from './content-pages.ts';
import { writePageFile } from './page-files.ts';
import type { PageContext } from './page-source.ts';

const pageListSchema = z.array(
  z.object({ path: z.string(), title: z.string(), listed: z.boolean() }),
);

/** File of a build with the search documents of its pages. */
const DOCUMENTS = path.join('server', 'search-documents.json');

/** Attribute of an element whose text can be found, with its kind. */
const SEARCHED = 'data-searched';

/** Attribute with further search terms, as JSON. */
const TAGS = 'data-tags';

/** Attribute of an element to omit. */
const UNSEARCHED = 'data-unsearched';

/** Elements whose text is omitted; the title is stored separately. */
const omittedElements = ['button', 'h1', 'nav', 'noscript', 'script', 'style', 'svg', 'template'];

const tagsSchema = z.array(z.string());

const kindSchema = z.enum(builtKinds);

const documentsSchema = z.array(
  z.object({
    kind: kindSchema,
    path: z.string(),
    title: z.string(),
    description: z.string(),
    tags: tagsSchema,
    headings: z.array(z.string()),
    text: z.string(),
  }),
);

type Node = DefaultTreeAdapterTypes.Node;

type Element = DefaultTreeAdapterTypes.Element;

const attributeOf = (element: Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** Returns the pages, search documents, content pages and sample content of a release's build. */
export const readBuiltContent = (
  siteFolder: string,
): Pick<PageContext, 'builtPages' | 'builtDocuments' | 'contentPages' | 'sampleContent'> => ({
  builtPages: readBuiltPages(siteFolder),
  builtDocuments: readBuiltDocuments(siteFolder),
  contentPages: readContentPages(siteFolder),
  sampleContent: readSampleContent(path.join(siteFolder, '..', 'build')),
});

/** Writes the search documents of a finished build. @throws Error with the name of a page with invalid attributes */
export function writeBuiltDocuments(buildFolder: string): void {
  const client = path.join(buildFolder, 'client');
  const searchDocuments = listFiles(client)
    .filter((name) => name.endsWith('/index.html'))
    .map((name) =>
      describeDocument(`/${path.dirname(name)}`, readFileSync(path.join(client, name), 'utf8')),
    )
    .filter((document) => document !== null);
  const file = path.join(buildFolder, DOCUMENTS);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(searchDocuments)}\n`);
}

/** Returns the search documents of a build; older builds have none. */
function readBuiltDocuments(siteFolder: string): BuiltDocument[] {
  const file = path.join(siteFolder, '..', 'build', DOCUMENTS);
  return existsSync(file) ? documentsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** Returns the search document of a page; null for a page without the attribute `data-searched`. */
export function describeDocument(pagePath: string, html: string): BuiltDocument | null {
  // Most pages lack the attribute, and a search for its name is much faster than parsing.
  if (!html.includes(SEARCHED)) return null;
  const elements = elementsOf(parse(html));
  const searched = elements.find((element) => attributeOf(element, SEARCHED) !== undefined);
  if (!searched) return null;
  const textOf = (element: Element | undefined) =>
    element ? searchTextOf(serialize(element)) : '';
  const title = textOf(elements.find(({ tagName }) => tagName === 'h1'));
  const description = elements.find((element) => attributeOf(element, 'name') === 'description');
  const parsedKind = kindSchema.safeParse(attributeOf(searched, SEARCHED));
  if (!parsedKind.success || title === '') {
    const requirement = `${SEARCHED} of ${builtKinds.join(' or ')}, and an h1`;
    throw new Error(`the page ${pagePath} needs ${requirement}, to be found by the search`);
  }
  removeOmittedElements(searched);
  return {
    kind: parsedKind.data,
    path: pagePath,
    title,
    description: (description && attributeOf(description, 'content')) ?? '',
    tags: tagsSchema.parse(JSON.parse(attributeOf(searched, TAGS) ?? '[]')),
    headings: elementsOf(searched)
      .filter(({ tagName }) => /^h[23]$/.test(tagName))
      .map(textOf),
    text: textOf(searched),
  };
}

function elementsOf(node: Node): Element[] {
  if (!('childNodes' in node)) return [];
  const descendants = node.childNodes.flatMap(elementsOf);
  return 'tagName' in node ? [node, ...descendants] : descendants;
}

/** Removes elements that are not text of the page. */
function removeOmittedElements(element: Element): void {
  element.childNodes = element.childNodes.filter(
    (child) =>
      !('tagName' in child) ||
      !(omittedElements.includes(child.tagName) || attributeOf(child, UNSEARCHED) !== undefined),
  );
  for (const child of element.childNodes) if ('tagName' in child) removeOmittedElements(child);
}

/** Writes the list of pages of a finished build, for the sitemap and the 404 page. */
export function writePageList(buildFolder: string): void {
  const client = path.join(buildFolder, 'client');
  const pages = listFiles(client)
    .filter((name) => name.endsWith('/index.html'))
    .map((name) =>
      describePage(`/${path.dirname(name)}`, readFileSync(path.join(client, name), 'utf8')),
    )
    .filter((page) => page !== null);
  writeFileSync(path.join(client, PAGE_LIST_PATH), `${JSON.stringify(pages)}\n`);
}

/** Returns the built pages of a release; older releases have no list. */
function readBuiltPages(siteFolder: string): BuiltPage[] {
  const file = path.join(siteFolder, PAGE_LIST_PATH);
  return existsSync(file) ? pageListSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/**
 * Updates the entries of rendered pages in the page list of a release. Guarded pages, whose files are
 * elsewhere, are not listed.
 * @param isLive true if the folder is served
 */
export function updatePageList(
  siteFolder: string,
  paths: readonly string[],
  isLive: boolean,
): { pages: BuiltPage[]; hasChanged: boolean } {
  const previous = readBuiltPages(siteFolder);
  const rendered = paths.flatMap((pagePath) => {
    const file = path.join(siteFolder, pagePath, 'index.html');
    return existsSync(file) ? (describePage(pagePath, readFileSync(file, 'utf8')) ?? []) : [];
  });
  const pages = [...previous.filter((page) => !paths.includes(page.path)), ...rendered].sort(
    (one, other) => (one.path < other.path ? -1 : 1),
  );
  const hasChanged = JSON.stringify(pages) !== JSON.stringify(previous);
  const list = path.join(siteFolder, PAGE_LIST_PATH);
  if (hasChanged) writePageFile(list, Buffer.from(`${JSON.stringify(pages)}\n`), isLive);
  return { pages, hasChanged };
}

/** @returns null for a page without a canonical link, such as a shell or an error page */
function describePage(pagePath: string, html: string): BuiltPage | null {
  const head = elementsOf(parse(html)).filter(({ tagName }) => ['link', 'meta'].includes(tagName));
  const headValueOf = (key: string, name: string, value: string) =>
    head
      .map(
        (element) => new Map(element.attrs.map((attribute) => [attribute.name, attribute.value])),
      )
      .find((attributes) => attributes.get(key) === name)
      ?.get(value);
  if (headValueOf('rel', 'canonical', 'href') === undefined) return null;
  return {
    path: pagePath,
    title: headValueOf('property', 'og:title', 'content') ?? pagePath,
    listed: !/noindex/.test(headValueOf('name', 'robots', 'content') ?? ''),
  };
}
