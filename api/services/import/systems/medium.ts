import type { Element, Root } from 'hast';
import { isElement, replaceElements, textOf } from '../../../markdown/tree.ts';
import type { FrontMatter, FrontMatterValue } from '../front-matter.ts';
import { FileSkipped } from '../report.ts';
import { type ArchiveFiles, decodeText } from './archive-files.ts';
import type { ForeignPost, PostReader } from './foreign-post.ts';
import { htmlToMarkdown, parseHtml } from './html-to-markdown.ts';
import type { Surroundings } from './tidy-html.ts';

/** Bytes of one post; the longest stories have some hundred thousand. */
const POST_MAX = 8 * 1_048_576;
const postName = /(?:^|\/)posts\/[^/]+\.html$/;

/** Names of the posts in a Medium export, `posts/2021-03-04_Title-1a2b3c4d5e6f.html`. */
export function mediumPostNames(names: readonly string[]): string[] {
  return names.filter((name) => postName.test(name));
}

/** Whether a page is one that Medium has exported. */
export function isMediumPost(html: string): boolean {
  return /<article class="h-entry">/.test(html) && /data-field="body"/.test(html);
}

/** A post of a Medium export, which is a page of its own. */
export function mediumPost(
  files: ArchiveFiles,
  name: string,
  surroundings: Surroundings,
): PostReader {
  return {
    name,
    read: async () => {
      const html = decodeText(await files.read(name, POST_MAX), name);
      if (!isMediumPost(html)) throw new FileSkipped('It is no post of Medium.');
      return readPost(name, parseHtml(html), surroundings);
    },
  };
}

function readPost(name: string, page: Root, surroundings: Surroundings): ForeignPost {
  const notes: string[] = [];
  const parts = partsOf(page);
  const title = wordsOf(parts.title);
  const draft = parts.published === undefined;
  const headline = headlineOf(parts.body);
  // What somebody has written below another's story is exported as a story without a headline.
  const response = !draft && headline === undefined;
  if (response) {
    notes.push(
      'It has no headline of its own, as responses to stories of others; it came as a draft.',
    );
  }
  const subtitle = wordsOf(parts.subtitle);
  takeAwayRepetition(parts.body, [title, subtitle]);
  const markdown = htmlToMarkdown(
    { type: 'root', children: parts.body.children },
    { ...surroundings, linkTo: (address) => surroundings.linkTo(withoutRedirect(address)) },
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
    source: `medium:${idOf(name, parts.canonical)}`,
    matter,
    markdown,
    cover: null,
    canonical: foreignCanonical(parts.canonical),
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

function partsOf(page: Root): Parts {
  const found: Omit<Parts, 'body'> & { body: Element | undefined } = {
    ...{ title: undefined, subtitle: undefined, body: undefined },
    ...{ published: undefined, tags: [], canonical: null },
  };
  replaceElements(page, (node) => {
    if (hasClass(node, 'p-name')) found.title = node;
    else if (node.properties.dataField === 'subtitle') found.subtitle = node;
    else if (node.properties.dataField === 'body') found.body = node;
    else if (hasClass(node, 'dt-published')) found.published = node;
    else if (hasClass(node, 'p-tag')) found.tags.push(wordsOf(node));
    else if (hasClass(node, 'p-canonical')) found.canonical = String(node.properties.href ?? '');
    return undefined;
  });
  const { body } = found;
  if (!body) throw new FileSkipped('It is no post of Medium.');
  return { ...found, body };
}

/** The headline that stands in the text once more. */
function headlineOf(body: Element): Element | undefined {
  let headline: Element | undefined;
  replaceElements(body, (node) => {
    if (hasClass(node, 'graf--title') || /^h[1-4]$/.test(node.tagName)) headline ??= node;
    return undefined;
  });
  return headline;
}

/** Title and subtitle begin the text again, and so does the line above the first section. */
function takeAwayRepetition(body: Element, repeated: string[]): void {
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

/** Quotes and spaces differ between a title and its repetition. */
function comparable(words: string): string {
  return words
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** `https://medium.com/r/?url=…` leads on to where it says. */
function withoutRedirect(address: string): string {
  const url = URL.parse(address);
  const redirect = url?.hostname === 'medium.com' && url.pathname.replace(/\/$/, '') === '/r';
  return (redirect && url.searchParams.get('url')) || address;
}

/** The twelve digits at the end of every address of a story. */
function idOf(name: string, canonical: string | null): string {
  const ends = [canonical ?? '', name.replace(/\.html$/, '')];
  return ends.map((text) => /-([\da-f]{8,16})$/.exec(text)?.[1]).find(Boolean) ?? name;
}

function foreignCanonical(address: string | null): string | null {
  const host = address === null ? '' : (URL.parse(address)?.hostname ?? '');
  return host === '' || /(?:^|\.)medium\.com$/.test(host) ? null : address;
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}

function wordsOf(node: Element | undefined): string {
  return node ? textOf(node).replace(/\s+/g, ' ').trim() : '';
}
