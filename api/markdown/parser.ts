import MarkdownIt, { type Token } from 'markdown-it';
import { blockSyntax } from './block-syntax.ts';
import { MARKDOWN_DEPTH_MAX } from './errors.ts';
import { footnotes } from './footnote-syntax.ts';
import { calmRawHtml } from './raw-html.ts';

type Parser = InstanceType<typeof MarkdownIt>;

// Longer than any address worth linking; it bounds the work for each 'www.'.
const ADDRESS_CHARACTERS_MAX = 2_000;

/** CommonMark and nothing else: what the 652 examples of the specification are checked with. */
export function createBareParser(): Parser {
  return new MarkdownIt('commonmark');
}

/** GFM links what starts with http://, https:// or www., and e-mail addresses; nothing else. */
function autolinks(parser: Parser): void {
  const { linkify } = parser;
  linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  linkify.add('ftp:', null);
  linkify.add('//', null);
  linkify.add('www.', {
    validate(text, position) {
      const address = `http://www.${text.slice(position, position + ADDRESS_CHARACTERS_MAX)}`;
      const match = linkify.matchAtStart(address);
      return match ? match.lastIndex - 'http://www.'.length : 0;
    },
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
}

/** Struck text is removed text for GFM: `<del>`. */
function strikethrough(parser: Parser): void {
  parser.renderer.rules.s_open = () => '<del>';
  parser.renderer.rules.s_close = () => '</del>';
}

/** Tables align by attribute, see align.ts: a strict policy forbids the style attribute. */
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

/** The info string travels with the code: colours come later, when its grammar is loaded. */
function codeBlocks(parser: Parser): void {
  const { escapeHtml, unescapeAll } = parser.utils;
  parser.renderer.rules.fence = (tokens, index) => {
    const { info, content } = tokens[index] as Token;
    const written = escapeHtml(unescapeAll(info).trim());
    return `<pre><code data-info="${written}">${escapeHtml(content)}</code></pre>\n`;
  };
}

function rawHtml(parser: Parser): void {
  const calm = (tokens: Token[], index: number) => calmRawHtml(tokens[index]?.content ?? '');
  parser.renderer.rules.html_block = calm;
  parser.renderer.rules.html_inline = calm;
}

/** CommonMark and GFM with footnotes and callouts, to be rendered as HTML that isn't safe yet. */
export function createParser(): Parser {
  const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: MARKDOWN_DEPTH_MAX });
  // Every address is parsed as a link; which of them keep their href is decided on the tree.
  parser.validateLink = () => true;
  parser.use(footnotes).use(blockSyntax).use(autolinks).use(alignCells).use(codeBlocks);
  parser.use(strikethrough).use(rawHtml);
  return parser;
}

/** What a comment may not hold; HTML is text in it. */
const NOT_IN_COMMENTS = ['code', 'heading', 'lheading', 'hr', 'table', 'reference'];

/** The subset for comments. A line break is one, as people expect of a text field. */
export function createCommentParser(): Parser {
  const parser = new MarkdownIt({ linkify: true, breaks: true, maxNesting: MARKDOWN_DEPTH_MAX });
  parser.validateLink = () => true;
  parser.disable(NOT_IN_COMMENTS).use(autolinks).use(codeBlocks).use(strikethrough);
  return parser;
}
