import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { CodeSource } from './code-block.ts';
import { headingIdentifier, writtenIdentifier } from './identifiers.ts';
import type { MarkdownRules } from './sanitize-schema.ts';
import { element, isElement, type Parent, replaceElements, text, textOf } from './tree.ts';
import { applyImagePolicy, applyLinkPolicy, createImageFigure } from './url-policy.ts';

// Counts characters in scripts without spaces between words. In others, a word consists of letters and
// digits with marks that join them (it's, read-only, 3.14).
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}][\p{M}'’.\-_]*)+/gu;

const INLINE = new Set(
  `a abbr b bdi bdo cite code del dfn em i img input ins kbd mark q rp rt ruby s samp small span
  strike strong sub sup time tt u var wbr`.split(/\s+/),
);

/** Element whose id depends on the text before it. */
export interface NamedElement {
  element: Element;
  /** Id before duplicates are resolved. */
  preferredId: string;
  /** Set for headings: level, text, and the link to itself unless the heading is in a link. */
  heading: { depth: number; text: string; anchor: Element | undefined } | undefined;
}

/** Reference to a footnote; inside a link it is only a number. */
export interface FootnoteReference {
  element: Element;
  label: string;
  linked: boolean;
}

/** Local image, with its size in raw HTML if it has one. */
export interface LocalImage {
  element: Element;
  path: string;
  written: Pick<Element['properties'], 'width' | 'height'>;
}

/** Tree of a block and its elements that depend on the rest of the text. */
export interface Prepared {
  tree: Root;
  named: NamedElement[];
  references: FootnoteReference[];
  images: LocalImage[];
  links: string[];
  text: string;
  words: number;
  paragraph: string | undefined;
}

/** Settings for preparing blocks. */
export interface PrepareOptions {
  siteOrigin: string | undefined;
  rules: MarkdownRules;
  footnoteLabels: ReadonlySet<string>;
  renderCode(source: CodeSource): Element;
}

const HEADING = /^h[1-6]$/;

/** Returns the code block of a `<pre>` that contains only `<code>`. */
export function readCodeBlock(pre: Element): CodeSource | undefined {
  const [code, ...others] = pre.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  );
  if (!isElement(code, 'code') || others.length > 0) return undefined;
  const classes = code.properties.className;
  const language = Array.isArray(classes)
    ? classes.map(String).find((name) => name.startsWith('language-'))
    : undefined;
  const info = code.properties.dataInfo ?? language?.slice('language-'.length) ?? '';
  return { info: String(info), code: textOf(code) };
}

function replaceElement(
  node: Element,
  ancestors: readonly Element[],
  options: PrepareOptions,
): ElementContent[] | undefined {
  if (node.tagName === 'a') {
    applyLinkPolicy(node, options);
  } else if (node.tagName === 'img') {
    return applyImagePolicy(node, ancestors, options);
  } else if (node.tagName === 'p') {
    const figure = createImageFigure(node);
    return figure && [figure];
  } else if (node.tagName === 'pre') {
    const code = readCodeBlock(node);
    if (code !== undefined && options.rules === 'article') return [options.renderCode(code)];
    node.properties.tabIndex = 0;
  } else if (node.tagName === 'table') {
    const properties = {
      className: ['table-scroll'],
      role: 'group',
      tabIndex: 0,
      ariaLabel: 'Table',
    };
    return [element('div', properties, [node])];
  }
  return undefined;
}

function collectNamed(node: Element, inLink: boolean): NamedElement | undefined {
  const attribute = node.properties.id ?? (node.tagName === 'a' ? node.properties.name : '');
  const authorId = writtenIdentifier(String(attribute ?? ''));
  if (!HEADING.test(node.tagName)) {
    return authorId === ''
      ? undefined
      : { element: node, preferredId: authorId, heading: undefined };
  }
  const headingText = plainText({ type: 'root', children: [node] }).replaceAll('\n', ' ');
  const properties = { className: ['heading-anchor'], ariaLabel: `Link to ${headingText}` };
  const anchor = inLink || headingText === '' ? undefined : element('a', properties, [text('#')]);
  if (anchor) node.children.push(anchor);
  const heading = { depth: Number(node.tagName.charAt(1)), text: headingText, anchor };
  return { element: node, preferredId: authorId || headingIdentifier(headingText), heading };
}

function collect(parent: Parent, inLink: boolean, labels: ReadonlySet<string>, to: Prepared): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    const named = collectNamed(node, inLink);
    if (named) to.named.push(named);
    const isLink = node.tagName === 'a';
    const { href, dataFootnote } = node.properties;
    if (isLink && typeof href === 'string') to.links.push(href);
    if (node.tagName === 'img') {
      const { src, width, height } = node.properties;
      to.images.push({ element: node, path: String(src), written: { width, height } });
    }
    if (node.tagName === 'sup' && typeof dataFootnote === 'string' && labels.has(dataFootnote)) {
      to.references.push({ element: node, label: dataFootnote, linked: !inLink });
    }
    collect(node, inLink || isLink, labels, to);
  }
}

/** Converts a parsed block, except for what the rest of the text determines. */
export function prepare(tree: Root, options: PrepareOptions): Prepared {
  replaceElements(tree, (node, ancestors) => replaceElement(node, ancestors, options));
  const blockText = plainText(tree);
  const prepared: Prepared = {
    tree,
    named: [],
    references: [],
    images: [],
    links: [],
    text: blockText,
    words: countWords(blockText),
    paragraph: firstParagraph(tree),
  };
  collect(tree, false, options.footnoteLabels, prepared);
  return prepared;
}

function isCode(node: Element): boolean {
  return node.tagName === 'figure' && String(node.properties.className) === 'code';
}

function write(node: RootContent, parts: string[]): void {
  if (node.type === 'text') {
    parts.push(node.value.replaceAll('\n', ' '));
  } else if (node.type === 'element' && node.tagName !== 'pre' && !isCode(node)) {
    const separator = INLINE.has(node.tagName) ? '' : '\n';
    parts.push(separator);
    for (const child of node.children) write(child, parts);
    parts.push(separator);
  }
}

/** Returns the text of a tree without code blocks, one line per block. */
function plainText(tree: Root): string {
  const parts: string[] = [];
  for (const child of tree.children) write(child, parts);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/[ \t\u00A0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Returns the text of the first top-level paragraph. */
function firstParagraph(tree: Root): string | undefined {
  for (const child of tree.children) {
    if (!isElement(child, 'p')) continue;
    const line = plainText({ type: 'root', children: [child] }).replaceAll('\n', ' ');
    if (line !== '') return line;
  }
  return undefined;
}

/** Shortens a line to `limit` characters between words, with an ellipsis. */
export function shortenText(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const start = line.slice(0, limit);
  const space = start.lastIndexOf(' ');
  return `${start.slice(0, space > limit / 2 ? space : limit - 1).toWellFormed()}…`;
}

/** Counts the words of a plain text; an ideograph or kana counts as one. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
