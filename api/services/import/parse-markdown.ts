import { types } from 'node:util';
import vm from 'node:vm';
import { type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';

/** Time limit per text of an import or export, in milliseconds. */
export const PARSE_TIME_LIMIT_MS = 5000;

/** A text is nested too deeply, or takes too long to parse. */
export class TextTooComplexError extends Error {}

/** Matches inline links, reference definitions and raw HTML. */
export const mayContainUrls = /\][(:]|<(?:img|a)\s/i;

const context = vm.createContext({ work: null });

const script = new vm.Script('work()');

/** Range of a text, in characters from its beginning. */
export interface TextRange {
  start: number;
  end: number;
}

/** URL in Markdown, with its range in the text. */
export interface MarkdownUrl extends TextRange {
  url: string;
  /** `image` is shown in the page; `link` is not. */
  kind: 'image' | 'link';
}

/** First level-one heading and all URLs of a text. */
export interface ParsedMarkdown {
  heading: (TextRange & { text: string }) | null;
  urls: MarkdownUrl[];
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Finds the first level-one heading and the URLs of images and links, outside code.
 * Includes reference definitions and raw HTML; URLs are in order of appearance.
 */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  // The parser does not count a byte order mark.
  const skipped = markdown.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const source = markdown.slice(skipped);
  const destinations: TextRange[] = [];
  const tree = fromMarkdown(source, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown(), captureDestinations(destinations)],
  });
  const imageReferences = new Set<string>();
  visit(tree, 'imageReference', (node) => void imageReferences.add(node.identifier));
  const urls: MarkdownUrl[] = [];
  visit(tree, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'html') {
      for (const found of findUrlsInHtml(source.slice(start, end))) {
        urls.push({ ...found, start: start + found.start, end: start + found.end });
      }
    } else if (node.type === 'image' || node.type === 'link' || node.type === 'definition') {
      const own = destinations.findLast((place) => place.start >= start && place.end <= end);
      const image =
        node.type === 'image' || ('identifier' in node && imageReferences.has(node.identifier));
      if (own && node.url !== '') {
        urls.push({ ...own, url: node.url, kind: image ? 'image' : 'link' });
      }
    }
  });
  const title = tree.children.find(
    (node) => node.type === 'heading' && node.depth === 1 && textOf(node).trim() !== '',
  );
  const shift = <Part extends TextRange>(part: Part): Part => ({
    ...part,
    start: part.start + skipped,
    end: part.end + skipped,
  });
  return {
    heading: title?.position
      ? shift({
          start: title.position.start.offset ?? 0,
          end: title.position.end.offset ?? 0,
          text: textOf(title).replace(/\s+/g, ' ').trim(),
        })
      : null,
    urls: urls.map(shift).sort((one, other) => one.start - other.start),
  };
}

/** Returns the URLs of a text in order of appearance, or null if the text is too complex. */
export function findUrls(
  markdown: string,
  milliseconds = PARSE_TIME_LIMIT_MS,
): MarkdownUrl[] | null {
  if (!mayContainUrls.test(markdown)) return [];
  try {
    return withTimeLimit(milliseconds, () => parseMarkdown(markdown)).urls;
  } catch (error) {
    if (!(error instanceof TextTooComplexError)) throw error;
    return null;
  }
}

/** Collects the ranges of URLs, which the tree does not contain, from the parser's tokens. */
function captureDestinations(destinations: TextRange[]): Extension {
  const capture: NonNullable<Extension['enter']>[string] = function (token) {
    this.buffer();
    destinations.push({ start: token.start.offset, end: token.end.offset });
  };
  return { enter: { resourceDestinationString: capture, definitionDestinationString: capture } };
}

const tags = /<(img|a)\s(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const attributes = { img: /\ssrc\s*=\s*/i, a: /\shref\s*=\s*/i };
const attributeValue = /"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)/y;

function* findUrlsInHtml(html: string): Generator<MarkdownUrl> {
  for (const { 0: tag, 1: name, index } of html.matchAll(tags)) {
    const image = name?.toLowerCase() === 'img';
    const attribute = attributes[image ? 'img' : 'a'].exec(tag);
    if (!attribute) continue;
    const valueAt = attribute.index + attribute[0].length;
    attributeValue.lastIndex = valueAt;
    const value = attributeValue.exec(tag);
    if (!value) continue;
    const raw = value[1] ?? value[2] ?? value[3] ?? '';
    const url = raw.replaceAll('&amp;', '&').trim();
    const start = index + valueAt + (value[3] === undefined ? 1 : 0);
    const kind = image ? 'image' : 'link';
    if (url !== '') yield { url, kind, start, end: start + raw.length };
  }
}

/** Replaces ranges of a text, which must be in order. */
export function replaceRanges(text: string, parts: (TextRange & { by: string })[]): string {
  let result = '';
  let at = 0;
  for (const part of parts) {
    if (part.start < at) continue;
    result += text.slice(at, part.start) + part.by;
    at = part.end;
  }
  return result + text.slice(at);
}

/**
 * Runs synchronous work with a time limit, because parsers need quadratic time for some texts.
 * @throws TextTooComplexError after the limit, and if the work exceeds the stack
 */
export function withTimeLimit<Result>(milliseconds: number, work: () => Result): Result {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as Result;
  } catch (error) {
    if (error instanceof RangeError)
      throw new TextTooComplexError('This is nested too deeply.', { cause: error });
    // The error comes from another context with its own Error class.
    const code = types.isNativeError(error) && 'code' in error ? error.code : null;
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TextTooComplexError(`This took longer than ${milliseconds} ms.`, { cause: error });
  } finally {
    context.work = null;
  }
}
