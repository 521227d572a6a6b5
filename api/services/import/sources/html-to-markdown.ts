import type { Element, ElementContent, Nodes, Parents, Root } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { createHtmlParser } from '../../../markdown/html.ts';
import { element, isElement, replaceElements, text, textOf } from '../../../markdown/tree.ts';
import { parseUrl } from '../../../markdown/url-policy.ts';
import { FileSkippedError } from '../import-result.ts';
import { PARSE_TIME_LIMIT_MS, TextTooComplexError, withTimeLimit } from '../parse-markdown.ts';

/** Property of a blockquote that represents a callout. */
const CALLOUT = 'dataCallout';

type Card = (node: Element, notes: string[]) => ElementContent[];

/** Converters of Ghost and Medium cards, by class name. */
const cards: Record<string, Card> = {
  'kg-bookmark-card': bookmark,
  'graf--mixtapeEmbed': bookmark,
  'kg-callout-card': callout,
  'kg-toggle-card': toggle,
  'kg-video-card': file('video', 'kg-video-title'),
  'kg-audio-card': file('audio', 'kg-audio-title'),
  'kg-file-card': file('file', 'kg-file-card-title'),
  'kg-product-card': plain('A product card became plain text.'),
  'kg-header-card': plain('A header card became plain text.'),
  'kg-cta-card': plain('A call-to-action card became plain text.'),
  'kg-signup-card': omitted('A sign-up form was ignored.'),
  'kg-paywall': omitted('A paywall line was ignored.'),
};

/** Converts a card; returns undefined for other elements. */
function convertCard(node: Element, notes: string[]): ElementContent[] | undefined {
  const names = Array.isArray(node.properties.className) ? node.properties.className : [];
  for (const name of names) {
    const card = Object.hasOwn(cards, String(name)) ? cards[String(name)] : undefined;
    if (card) return card(node, notes);
  }
  return undefined;
}

function bookmark(node: Element, notes: string[]): ElementContent[] {
  const link = findElement(
    node,
    (inner) => inner.tagName === 'a' && Boolean(inner.properties.href),
  );
  if (!link) return node.children;
  const href = String(link.properties.href);
  const title = findClass(node, 'kg-bookmark-title') ?? findTag(link, 'strong');
  notes.push(`A bookmark card became a link: ${href}`);
  return [linkParagraph(href, plainTextOf(title) || href)];
}

function callout(node: Element): ElementContent[] {
  const body = findClass(node, 'kg-callout-text');
  const emoji = plainTextOf(findClass(node, 'kg-callout-emoji'));
  const words = body?.children ?? node.children;
  const paragraphs = words.some((child) => isElement(child, 'p'))
    ? words
    : [element('p', {}, words)];
  const first = paragraphs.find((child) => isElement(child, 'p'));
  if (emoji !== '' && isElement(first)) first.children.unshift(text(`${emoji} `));
  return [element('blockquote', { [CALLOUT]: 'note' }, paragraphs)];
}

function toggle(node: Element, notes: string[]): ElementContent[] {
  notes.push('A collapsible section stays expanded.');
  const heading = plainTextOf(findClass(node, 'kg-toggle-heading'));
  const content = findClass(node, 'kg-toggle-content')?.children ?? [];
  return [element('p', {}, [element('strong', {}, [text(heading)])]), ...content];
}

function file(kind: string, titleClass: string): Card {
  return (node, notes) => {
    const source = findElement(node, ({ properties: { src, href } }) => Boolean(src ?? href));
    const url = String(source?.properties.src ?? source?.properties.href ?? '');
    if (url === '') return omitted(`A card with a ${kind} was ignored.`)(node, notes);
    notes.push(`A card with a ${kind} became a link: ${url}`);
    return [linkParagraph(url, plainTextOf(findClass(node, titleClass)) || `The ${kind}`)];
  };
}

function plain(note: string): Card {
  return (node, notes) => {
    notes.push(note);
    return node.children;
  };
}

function omitted(note: string): Card {
  return (_node, notes) => {
    notes.push(note);
    return [];
  };
}

function findElement(node: Element, wanted: (inner: Element) => boolean): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = wanted(child) ? child : findElement(child, wanted);
    if (found) return found;
  }
  return undefined;
}

const findTag = (node: Element, tagName: string) =>
  findElement(node, (inner) => inner.tagName === tagName);
const findClass = (node: Element, name: string) =>
  findElement(
    node,
    ({ properties: { className } }) => Array.isArray(className) && className.includes(name),
  );

/** Returns the text of an element with collapsed spaces; empty if there is none. */
export function plainTextOf(node: Element | undefined): string {
  return node ? textOf(node).replace(/\s+/g, ' ').trim() : '';
}

/** Returns a paragraph with a link to embedded content. */
function linkParagraph(href: string, words = href): Element {
  return element('p', {}, [element('a', { href }, [text(words)])]);
}

/** Returns the page URL of an embedded video. */
function pageOfEmbed(embedUrl: string): string {
  const url = URL.parse(embedUrl);
  if (!url) return embedUrl;
  const video = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1];
  if (video && /(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname)) {
    return `https://www.youtube.com/watch?v=${video}`;
  }
  const vimeo = /^\/video\/(\d+)$/.exec(url.pathname)?.[1];
  return vimeo && url.hostname === 'player.vimeo.com' ? `https://vimeo.com/${vimeo}` : embedUrl;
}

/** Converts a frame to a link. */
function frameLink(frame: Element, notes: string[]): ElementContent[] {
  const written = String(frame.properties.src ?? '');
  const absolute = written.startsWith('//') ? `https:${written}` : written;
  const href = pageOfEmbed(absolute);
  if (parseUrl(href, undefined).kind !== 'external') {
    notes.push('An embedded frame without a page was ignored.');
    return [];
  }
  notes.push(`An embedded frame became a link: ${href}`);
  return [linkParagraph(href)];
}

/** Converts an embedded gist to a link and drops other scripts. */
function scriptLink(script: Element, notes: string[]): ElementContent[] {
  const gist = /^https:\/\/gist\.github\.com\/[\w-]+\/[\da-f]+(?=\.js)/.exec(
    String(script.properties.src ?? ''),
  )?.[0];
  if (gist === undefined) {
    notes.push('A script was ignored.');
    return [];
  }
  notes.push(`An embedded gist became a link: ${gist}`);
  return [linkParagraph(gist)];
}

/** Element with Markdown in its property `value`. */
export const RAW_MARKDOWN = 'raw-markdown';

/** Context of a text from another platform. */
export interface SourceContext {
  /** True if an image is imported, so that it can be shown with a caption. */
  hasImage(url: string): boolean;
  /** Resolves a link of the platform. */
  linkTo(url: string): string;
}

/** Elements without text content. */
const droppedElements = new Set(
  'style link meta base noscript template object embed applet svg math form button select textarea'.split(
    ' ',
  ),
);

const emphasis: Record<string, string> = { b: 'strong', strong: 'strong', i: 'em', em: 'em' };

/** Placeholder of the site URL in Ghost exports. */
const GHOST_URL = '__GHOST_URL__';

/** Names that do not denote a language. */
const noLanguage = new Set(['', 'plaintext', 'plain', 'text', 'txt', 'none', 'auto', 'undefined']);

type Markdown = Parameters<typeof toMarkdown>[0];
type Blockquote = Extract<Markdown, { type: 'blockquote' }>;
type Html = Extract<Markdown, { type: 'html' }>;

/** Parses HTML as the content of a `<div>`. @throws MarkdownTooDeepError */
export function parseHtml(html: string): Root {
  const parser = createHtmlParser();
  parser.write(html);
  return parser.finish();
}

/**
 * Converts HTML of another platform to Markdown; `notes` lists content that was omitted or became a link. The result
 * is sanitised later, like any other Markdown.
 * @throws FileSkippedError if it is nested too deeply
 */
export function htmlToMarkdown(tree: Root, source: SourceContext, notes: string[]): string {
  try {
    return withTimeLimit(PARSE_TIME_LIMIT_MS, () => {
      normalizeHtml(tree, source, notes);
      const markdown = toMdast(tree, {
        document: true,
        handlers: { blockquote: quote, [RAW_MARKDOWN]: rawMarkdown },
      });
      return toMarkdown(markdown, {
        bullet: '-',
        emphasis: '*',
        rule: '-',
        listItemIndent: 'one',
        extensions: [gfmToMarkdown({ tablePipeAlign: false })],
      });
    });
  } catch (error) {
    if (!(error instanceof TextTooComplexError)) throw error;
    throw new FileSkippedError('The text is too deeply nested to be converted to Markdown.', {
      cause: error,
    });
  }
}

interface Conversion {
  all(parent: Parents): unknown[];
  toFlow(nodes: never[]): Blockquote['children'];
  patch(from: Nodes, to: Blockquote | Html): unknown;
}

/** Converts a callout to `> [!NOTE]`. */
function quote(state: Conversion, node: Element): Blockquote {
  const children = state.toFlow(state.all(node) as never[]);
  const mark: Html = { type: 'html', value: '[!NOTE]' };
  if (node.properties[CALLOUT]) children.unshift({ type: 'paragraph', children: [mark] });
  const result: Blockquote = { type: 'blockquote', children };
  state.patch(node, result);
  return result;
}

/** Passes Markdown through unchanged. */
function rawMarkdown(_state: Conversion, node: Element): Html {
  return { type: 'html', value: String(node.properties.value ?? '') };
}

/**
 * Reduces HTML to elements that Markdown supports; cards and frames become links.
 * Headings begin at level two, because the title is level one.
 */
function normalizeHtml(tree: Root, source: SourceContext, notes: string[]): void {
  removeComments(tree);
  replaceElements(tree, (node) => normalizeElement(node, source, notes));
  replaceElements(tree, (node) => replaceMissingImage(node, source, notes));
  levelHeadings(tree);
}

function normalizeElement(
  node: Element,
  source: SourceContext,
  notes: string[],
): ElementContent[] | undefined {
  const card = convertCard(node, notes);
  if (card) return card;
  switch (node.tagName) {
    case 'script':
      return scriptLink(node, notes);
    case 'iframe':
      return frameLink(node, notes);
    case 'pre':
      return normalizeCodeBlock(node);
    case 'b':
    case 'strong':
    case 'i':
    case 'em':
      return mergeNestedEmphasis(node);
    case 'a':
      return normalizeLink(node, source, notes);
    case 'img':
      return normalizeImage(node, notes);
    case 'figure':
      return normalizeFigure(node, source);
    default:
      return droppedElements.has(node.tagName) ? [] : undefined;
  }
}

/** Removes emphasis that is nested in the same emphasis. */
function mergeNestedEmphasis(node: Element): undefined {
  node.children = node.children.flatMap((child) =>
    child.type === 'element' && emphasis[child.tagName] === emphasis[node.tagName]
      ? child.children
      : [child],
  );
}

function removeComments(parent: Root | Element): void {
  const children = (parent.children as ElementContent[]).filter(
    (child) => child.type === 'element' || child.type === 'text',
  );
  parent.children = children;
  for (const child of children) if (child.type === 'element') removeComments(child);
}

function normalizeLink(
  link: Element,
  { linkTo }: SourceContext,
  notes: string[],
): ElementContent[] | undefined {
  if (link.properties.href === undefined) return link.children;
  const href = linkTo(String(link.properties.href));
  if (parseUrl(href, undefined).kind === 'refused') {
    notes.push('A link without a page was removed; its text was kept.');
    return link.children;
  }
  link.properties = { href };
  return undefined;
}

function normalizeImage(image: Element, notes: string[]): ElementContent[] | undefined {
  const { src, alt } = image.properties;
  const parsedUrl = parseUrl(String(src ?? ''), undefined);
  if (parsedUrl.kind !== 'external' && parsedUrl.kind !== 'local') {
    notes.push('An inline data image was ignored.');
    return alt ? [text(String(alt))] : [];
  }
  image.properties = { src: String(src), alt: String(alt ?? '') };
  return undefined;
}

/** Replaces an image that is neither in the archive nor online by its alt text. */
function replaceMissingImage(
  node: Element,
  { hasImage }: SourceContext,
  notes: string[],
): ElementContent[] | undefined {
  const url = String(node.properties.src ?? '');
  if (node.tagName !== 'img' || !url.startsWith(GHOST_URL) || hasImage(url)) return undefined;
  notes.push(`An image is not in the file and was ignored: ${url.slice(GHOST_URL.length)}`);
  return [element('em', {}, [text(String(node.properties.alt || 'Image'))])];
}

/** Stores the caption of an imported image as its title, and of other images as a paragraph. */
function normalizeFigure(
  figure: Element,
  { hasImage }: SourceContext,
): ElementContent[] | undefined {
  const images = elementsBelow(figure, 'img');
  if (images.length === 0) return undefined;
  const [caption] = elementsBelow(figure, 'figcaption');
  const words = plainTextOf(caption);
  const [first] = images;
  const alone = images.length === 1 && first && hasImage(String(first.properties.src));
  if (alone && words !== '') first.properties.title = words;
  const paragraphs = images.map((image) => element('p', {}, [image]));
  if (!caption || alone || words === '') return paragraphs;
  return [...paragraphs, element('p', {}, [element('em', {}, caption.children)])];
}

/** Returns descendant elements by tag name, in order. */
function elementsBelow(node: Element, tagName: string): Element[] {
  return node.children.flatMap((child) =>
    child.type !== 'element'
      ? []
      : [...(isElement(child, tagName) ? [child] : []), ...elementsBelow(child, tagName)],
  );
}

function levelHeadings(tree: Root): void {
  const headings: Element[] = [];
  replaceElements(tree, (node) => {
    if (/^h[1-6]$/.test(node.tagName)) headings.push(node);
    return undefined;
  });
  const levels = headings.map((heading) => Number(heading.tagName.slice(1)));
  const shift = 2 - Math.min(...levels);
  for (const [at, heading] of headings.entries()) {
    heading.tagName = `h${Math.min(6, (levels[at] ?? 2) + shift)}`;
  }
}

/** Reduces a code block to its text and language. */
function normalizeCodeBlock(block: Element): ElementContent[] {
  const code = block.children.find((child) => isElement(child, 'code'));
  const language = languageOf(block) ?? (code && isElement(code) ? languageOf(code) : null);
  const className = language ? [`language-${language}`] : [];
  const value = charactersOf(block).replace(/^\n+/, '').trimEnd();
  return [element('pre', {}, [element('code', { className }, [text(value)])])];
}

function languageOf({ properties }: Element): string | null {
  const classes = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const named = classes.map((name) => /^lang(?:uage)?-(.+)$/.exec(name)?.[1]).find(Boolean);
  const language = String(properties.dataCodeBlockLang ?? properties.dataLanguage ?? named ?? '');
  return /^[\w+#.-]{1,40}$/.test(language) && !noLanguage.has(language.toLowerCase())
    ? language.toLowerCase()
    : null;
}

function charactersOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.tagName === 'br' ? '\n' : node.children.map(charactersOf).join('');
}
