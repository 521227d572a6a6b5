import type { Element, ElementContent, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as dialect, Parser } from 'parse5';
import { find, html } from 'property-information';
import { MARKDOWN_DEPTH_MAX, MarkdownTooDeepError } from './errors.ts';
import { ALLOWED_ELEMENTS } from './sanitize-schema.ts';
import { element, replaceElements, text, textOf } from './tree.ts';

// A level of Markdown is at most a few elements deep. The limit bounds recursion in later steps.
const ELEMENT_DEPTH_MAX = MARKDOWN_DEPTH_MAX * 5;

// Number of characters between checks of the depth; small enough that the depth cannot grow too far.
const SLICE_CHARACTERS = 4_096;

// State of the tokenizer outside of tags, comments and references.
const DATA_STATE = 0;

/** Incremental parser of HTML as the content of a `<div>`. */
export interface HtmlParser {
  /** @throws MarkdownTooDeepError */
  write(html: string): void;
  /** True if the input so far cannot affect how further input is parsed. */
  isComplete(): boolean;
  /** Closes open elements and returns the tree; the parser cannot be used afterwards. */
  finish(): Root;
}

export function createHtmlParser(): HtmlParser {
  const context = defaultTreeAdapter.createElement('div', dialect.NS.HTML, []);
  const parser = Parser.getFragmentParser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(context);
  const initialMode = parser.insertionMode;

  return {
    write(html) {
      for (let from = 0; from < html.length; from += SLICE_CHARACTERS) {
        parser.tokenizer.write(html.slice(from, from + SLICE_CHARACTERS), false);
        if (parser.openElements.stackTop > ELEMENT_DEPTH_MAX) throw new MarkdownTooDeepError();
      }
    },
    isComplete: () =>
      parser.openElements.stackTop === 0 &&
      parser.activeFormattingElements.newest === null &&
      parser.insertionMode === initialMode &&
      parser.tokenizer.state === DATA_STATE,
    finish() {
      parser.tokenizer.write('', true);
      const { children } = fromParse5(parser.getFragment()) as Root;
      // Omits the `data` of the root, because the sanitiser makes a slow structured clone of it.
      return { type: 'root', children };
    },
  };
}

// Usual HTML is stable after one round, hostile HTML after two or three.
const ROUNDS_MAX = 6;

// Outside of a list, these elements would close a list item around the text.
const NEEDS_LIST: Record<string, readonly string[]> = { li: ['ol', 'ul'], dd: ['dl'], dt: ['dl'] };

const VOID_ELEMENTS = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr']);
const NEEDS_ESCAPE = /[&<>"\u00A0\r]/;

function escapeText(value: string): string {
  if (!NEEDS_ESCAPE.test(value)) return value;
  return value
    .replaceAll('\r', '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('\u00A0', '&nbsp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

function attributes({ properties }: Element): string {
  let result = '';
  for (const [property, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    const { attribute } = find(html, property);
    const text = Array.isArray(value) ? value.join(' ') : String(value === true ? '' : value);
    // The sanitiser leaves an empty list after it has removed all classes.
    if (Array.isArray(value) && text === '') continue;
    result += ` ${attribute}="${escapeAttribute(text)}"`;
  }
  return result;
}

// HTML parsers drop a line break directly after `<pre>`, so it is not written.
function content({ tagName, children }: Element): string {
  const inner = children.map(serialize).join('');
  return tagName === 'pre' ? inner.replace(/^\n+/, '') : inner;
}

/**
 * Serialises a tree by the algorithm of `innerHTML` in the HTML standard. Parsing and serialising the
 * result gives the same text, so that browsers parse the sanitised tree.
 */
export function serialize(node: Nodes): string {
  if (node.type === 'text') return escapeText(node.value);
  if (node.type === 'root') return node.children.map(serialize).join('');
  if (node.type !== 'element') return '';
  const start = `<${node.tagName}${attributes(node)}>`;
  return VOID_ELEMENTS.has(node.tagName) ? start : `${start}${content(node)}</${node.tagName}>`;
}

function unwrapDisallowed(
  node: Element,
  ancestors: readonly Element[],
): ElementContent[] | undefined {
  const lists = NEEDS_LIST[node.tagName];
  const misplaced = lists && !ancestors.some(({ tagName }) => lists.includes(tagName));
  return misplaced || !ALLOWED_ELEMENTS.has(node.tagName) ? node.children : undefined;
}

/**
 * Removes disallowed elements and parses the rest again until it no longer changes. Some nested HTML changes each
 * time it is parsed, which can bypass a sanitiser; HTML that does not become stable is returned as text.
 */
export function stabilizeHtml(tree: Root): Root {
  let current = tree;
  let previousHtml: string | undefined;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    replaceElements(current, unwrapDisallowed);
    const html = serialize(current);
    if (html === previousHtml) return current;
    previousHtml = html;
    const parser = createHtmlParser();
    parser.write(html);
    current = parser.finish();
  }
  return { type: 'root', children: [element('p', {}, [text(textOf(tree))])] };
}
