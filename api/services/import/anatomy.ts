import { type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';

/** A stretch of text, in characters from its beginning. */
export interface Stretch {
  start: number;
  end: number;
}

/** An address in markdown: where it stands, and where it leads once escapes are read. */
export interface Address extends Stretch {
  url: string;
  /** `image` is shown in the page, `link` only led to. */
  kind: 'image' | 'link';
}

/** What an import has to know of a text: its first headline of level one, and its addresses. */
export interface Anatomy {
  headline: (Stretch & { text: string }) | null;
  addresses: Address[];
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Finds headline and addresses of images and links, in markdown syntax, in reference definitions
 * and in raw HTML; what only looks like one, in code, is none. Addresses come in order.
 */
export function dissect(markdown: string): Anatomy {
  // The parser does not count a mark at the beginning.
  const skipped = markdown.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const source = markdown.slice(skipped);
  const destinations: Stretch[] = [];
  const tree = fromMarkdown(source, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown(), noting(destinations)],
  });
  const shown = new Set<string>();
  visit(tree, 'imageReference', (node) => void shown.add(node.identifier));
  const addresses: Address[] = [];
  visit(tree, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'html') {
      for (const found of addressesInHtml(source.slice(start, end))) {
        addresses.push({ ...found, start: start + found.start, end: start + found.end });
      }
    } else if (node.type === 'image' || node.type === 'link' || node.type === 'definition') {
      const own = destinations.findLast((place) => place.start >= start && place.end <= end);
      const image = node.type === 'image' || ('identifier' in node && shown.has(node.identifier));
      if (own && node.url !== '') {
        addresses.push({ ...own, url: node.url, kind: image ? 'image' : 'link' });
      }
    }
  });
  const heading = tree.children.find(
    (node) => node.type === 'heading' && node.depth === 1 && textOf(node).trim() !== '',
  );
  const moved = <Part extends Stretch>(part: Part): Part => ({
    ...part,
    start: part.start + skipped,
    end: part.end + skipped,
  });
  return {
    headline: heading?.position
      ? moved({
          start: heading.position.start.offset ?? 0,
          end: heading.position.end.offset ?? 0,
          text: textOf(heading).replace(/\s+/g, ' ').trim(),
        })
      : null,
    addresses: addresses.map(moved).sort((one, other) => one.start - other.start),
  };
}

/** The tree has addresses without their place in the text; the parser's tokens have it. */
function noting(destinations: Stretch[]): Extension {
  const note: NonNullable<Extension['enter']>[string] = function (token) {
    this.buffer();
    destinations.push({ start: token.start.offset, end: token.end.offset });
  };
  return { enter: { resourceDestinationString: note, definitionDestinationString: note } };
}

const tags = /<(img|a)\s(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const attributes = { img: /\ssrc\s*=\s*/i, a: /\shref\s*=\s*/i };
const attributeValue = /"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)/y;

function* addressesInHtml(html: string): Generator<Address> {
  for (const { 0: tag, 1: name, index } of html.matchAll(tags)) {
    const image = name?.toLowerCase() === 'img';
    const attribute = attributes[image ? 'img' : 'a'].exec(tag);
    if (!attribute) continue;
    const valueAt = attribute.index + attribute[0].length;
    attributeValue.lastIndex = valueAt;
    const value = attributeValue.exec(tag);
    if (!value) continue;
    const written = value[1] ?? value[2] ?? value[3] ?? '';
    const url = written.replaceAll('&amp;', '&').trim();
    const start = index + valueAt + (value[3] === undefined ? 1 : 0);
    const kind = image ? 'image' : 'link';
    if (url !== '') yield { url, kind, start, end: start + written.length };
  }
}

/** Replaces stretches of a text, given in order and without overlaps. */
export function splice(text: string, parts: (Stretch & { by: string })[]): string {
  let result = '';
  let at = 0;
  for (const part of parts) {
    if (part.start < at) continue;
    result += text.slice(at, part.start) + part.by;
    at = part.end;
  }
  return result + text.slice(at);
}
