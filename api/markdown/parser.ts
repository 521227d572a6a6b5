import MarkdownIt, { type Token } from 'markdown-it';
import { MARKDOWN_DEPTH_MAX } from './errors.ts';
import { ALLOWED_ELEMENTS } from './sanitize-schema.ts';
import { blockSyntax, footnotes } from './syntax-extensions.ts';

// Elements that would hide the following text, so their tags are shown as text (GFM 6.11).
const SHOWN_AS_TEXT = new Set([
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

const TAG_START = /<(\/?)([a-z][^\s/>]*)/gi;

type Parser = InstanceType<typeof MarkdownIt>;

// Maximum length of a linked URL, which limits the work for each 'www.'.
const URL_CHARACTERS_MAX = 2_000;

/** Creates a CommonMark parser without extensions, tested with the examples of the specification. */
export function createBareParser(): Parser {
  return new MarkdownIt('commonmark');
}

/** Links http://, https://, www. and email addresses, as GFM does. */
function autolinks(parser: Parser): void {
  const { linkify } = parser;
  linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  linkify.add('ftp:', null);
  linkify.add('//', null);
  linkify.add('www.', {
    validate(text, position) {
      const url = `http://www.${text.slice(position, position + URL_CHARACTERS_MAX)}`;
      const match = linkify.matchAtStart(url);
      return match ? match.lastIndex - 'http://www.'.length : 0;
    },
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
}

/** Renders struck text as `<del>`, as GFM does. */
function strikethrough(parser: Parser): void {
  parser.renderer.rules.s_open = () => '<del>';
  parser.renderer.rules.s_close = () => '</del>';
}

/** Aligns table cells by attribute, because the CSP forbids style attributes; see sanitize-block.ts. */
function alignCells(parser: Parser): void {
  for (const type of ['th_open', 'td_open']) {
    parser.renderer.rules[type] = (tokens, index, options, _environment, renderer) => {
      const cell = tokens[index] as Token;
      const align = /text-align:(\w+)/.exec(String(cell.attrGet('style') ?? ''))?.[1];
      if (align !== undefined) cell.attrs = [['align', align]];
      return renderer.renderToken(tokens, index, options);
    };
  }
}

/** Keeps the info string with the code for later highlighting. */
function codeBlocks(parser: Parser): void {
  const { escapeHtml, unescapeAll } = parser.utils;
  parser.renderer.rules.fence = (tokens, index) => {
    const { info, content } = tokens[index] as Token;
    const infoAttribute = escapeHtml(unescapeAll(info).trim());
    return `<pre><code data-info="${infoAttribute}">${escapeHtml(content)}</code></pre>\n`;
  };
}

function rawHtml(parser: Parser): void {
  const renderEscaped = (tokens: Token[], index: number) =>
    escapeRawHtml(tokens[index]?.content ?? '');
  parser.renderer.rules.html_block = renderEscaped;
  parser.renderer.rules.html_inline = renderEscaped;
}

/** Creates a parser for CommonMark and GFM with footnotes and callouts; its HTML is not sanitised. */
export function createParser(): Parser {
  const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: MARKDOWN_DEPTH_MAX });
  // All URLs are parsed as links; the URL policy is applied to the tree.
  parser.validateLink = () => true;
  parser.use(footnotes).use(blockSyntax).use(autolinks).use(alignCells).use(codeBlocks);
  parser.use(strikethrough).use(rawHtml);
  return parser;
}

/** Syntax that comments do not support. */
const UNSUPPORTED_IN_COMMENTS = ['code', 'heading', 'lheading', 'hr', 'table', 'reference'];

/** Creates a parser for comments, with hard line breaks. */
export function createCommentParser(): Parser {
  const parser = new MarkdownIt({ linkify: true, breaks: true, maxNesting: MARKDOWN_DEPTH_MAX });
  parser.validateLink = () => true;
  parser.disable(UNSUPPORTED_IN_COMMENTS).use(autolinks).use(codeBlocks).use(strikethrough);
  return parser;
}

/**
 * Renames disallowed elements so that the HTML parser treats them as unknown: `<svg>` becomes `<x-svg>`, without
 * another namespace or parsing mode. The sanitiser decides later which elements are allowed.
 */
function escapeRawHtml(html: string): string {
  return html.replace(TAG_START, (whole, slash: string, written: string) => {
    const name = written.toLowerCase();
    if (SHOWN_AS_TEXT.has(name)) return `&lt;${slash}${written}`;
    return ALLOWED_ELEMENTS.has(name) ? whole : `<${slash}x-${written}`;
  });
}
