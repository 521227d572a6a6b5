import type { Element, Root } from 'hast';
import { isElement, replaceElements, textOf } from '../../../markdown/tree.ts';
import type { FrontMatter, FrontMatterValue } from '../front-matter.ts';
import { FileSkippedError } from '../import-result.ts';
import {
  type ArchiveFiles,
  decodeText,
  type PostReader,
  type SourcePost,
} from './archive-files.ts';
import { htmlToMarkdown, parseHtml, plainTextOf, type SourceContext } from './html-to-markdown.ts';

/** Maximum bytes of a post. */
const POST_MAX = 8 * 1_048_576;
const postName = /(?:^|\/)posts\/[^/]+\.html$/;

/** Returns the names of the posts in a Medium export, such as `posts/2021-03-04_Title-1a2b3c4d5e6f.html`. */
export function listMediumPostNames(names: readonly string[]): string[] {
  return names.filter((name) => postName.test(name));
}

/** True if a page comes from a Medium export. */
export function isMediumPost(html: string): boolean {
  return /<article class="h-entry">/.test(html) && /data-field="body"/.test(html);
}

export function createMediumPostReader(
  files: ArchiveFiles,
  name: string,
  source: SourceContext,
): PostReader {
  return {
    name,
    read: async () => {
      const html = decodeText(await files.read(name, POST_MAX), name);
      if (!isMediumPost(html)) throw new FileSkippedError('This is not a Medium post.');
      return readPost(name, parseHtml(html), source);
    },
  };
}

function readPost(name: string, page: Root, source: SourceContext): SourcePost {
  const notes: string[] = [];
  const parts = findParts(page);
  const title = plainTextOf(parts.title);
  const draft = parts.published === undefined;
  const headline = findHeadline(parts.body);
  // Medium exports responses to other stories as stories without a headline.
  const response = !draft && headline === undefined;
  if (response) {
    notes.push('It has no headline and may be a response to another story; imported as a draft.');
  }
  const subtitle = plainTextOf(parts.subtitle);
  removeRepetition(parts.body, [title, subtitle]);
  const markdown = htmlToMarkdown(
    { type: 'root', children: parts.body.children },
    { ...source, linkTo: (url) => source.linkTo(withoutRedirect(url)) },
    notes,
  );
  const time = String(parts.published?.properties.dateTime ?? '');
  const matter: FrontMatter = new Map<string, FrontMatterValue>([
    ['title', title],
    ['draft', draft || response],
    ...(subtitle === '' ? [] : ([['subtitle', subtitle]] as const)),
    ...(time === '' ? [] : ([['date', time]] as const)),
    ...(parts.tags.length === 0 ? [] : ([['tags', parts.tags]] as const)),
  ]);
  return {
    name,
    source: `medium:${storyId(name, parts.canonical)}`,
    matter,
    markdown,
    cover: null,
    canonical: externalCanonical(parts.canonical),
    notes,
  };
}

interface Parts {
  title: Element | undefined;
  subtitle: Element | undefined;
  body: Element;
  published: Element | undefined;
  tags: string[];
  canonical: string | null;
}

function findParts(page: Root): Parts {
  const found: Omit<Parts, 'body'> & { body: Element | undefined } = {
    title: undefined,
    subtitle: undefined,
    body: undefined,
    published: undefined,
    tags: [],
    canonical: null,
  };
  replaceElements(page, (node) => {
    if (hasClass(node, 'p-name')) found.title = node;
    else if (node.properties.dataField === 'subtitle') found.subtitle = node;
    else if (node.properties.dataField === 'body') found.body = node;
    else if (hasClass(node, 'dt-published')) found.published = node;
    else if (hasClass(node, 'p-tag')) found.tags.push(plainTextOf(node));
    else if (hasClass(node, 'p-canonical')) found.canonical = String(node.properties.href ?? '');
    return undefined;
  });
  const { body } = found;
  if (!body) throw new FileSkippedError('This is not a Medium post.');
  return { ...found, body };
}

/** Finds the headline that repeats the title in the text. */
function findHeadline(body: Element): Element | undefined {
  let headline: Element | undefined;
  replaceElements(body, (node) => {
    if (hasClass(node, 'graf--title') || /^h[1-4]$/.test(node.tagName)) headline ??= node;
    return undefined;
  });
  return headline;
}

/** Removes the title and subtitle that the text repeats, and the divider above the first section. */
function removeRepetition(body: Element, repeated: string[]): void {
  const beginning = repeated.map(comparable).filter((words) => words !== '');
  let sections = 0;
  replaceElements(body, (node) => {
    if (isElement(node, 'div') && hasClass(node, 'section-divider')) {
      sections += 1;
      return sections === 1 ? [] : undefined;
    }
    const heading =
      hasClass(node, 'graf--title') ||
      hasClass(node, 'graf--subtitle') ||
      /^h[1-4]$/.test(node.tagName);
    const at = heading ? beginning.indexOf(comparable(textOf(node))) : -1;
    if (at === -1) return undefined;
    beginning.splice(at, 1);
    return [];
  });
}

/** Normalises text for comparison; quotes and spaces differ between a title and its repetition. */
function comparable(words: string): string {
  return words
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Returns the target of `https://medium.com/r/?url=…`. */
function withoutRedirect(written: string): string {
  const url = URL.parse(written);
  const redirect = url?.hostname === 'medium.com' && url.pathname.replace(/\/$/, '') === '/r';
  return (redirect && url.searchParams.get('url')) || written;
}

/** Returns the hexadecimal id at the end of a story's URL. */
function storyId(name: string, canonical: string | null): string {
  const ends = [canonical ?? '', name.replace(/\.html$/, '')];
  return ends.map((text) => /-([\da-f]{8,16})$/.exec(text)?.[1]).find(Boolean) ?? name;
}

function externalCanonical(url: string | null): string | null {
  const host = url === null ? '' : (URL.parse(url)?.hostname ?? '');
  return host === '' || /(?:^|\.)medium\.com$/.test(host) ? null : url;
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}
