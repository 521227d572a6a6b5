import type { CheckFinding } from '#contracts/draft.ts';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { type Outline, readOutline } from '../../markdown/outline.ts';
import type { BlockPlace } from '../../markdown/types.ts';
import { followOwnLink, type OwnPlaces } from './links.ts';

/** Finder of Markdown lines for content of the rendered page. */
interface LineFinder {
  /**
   * @param block index of the block of the page
   * @param needles texts to search for, the most specific first
   * @returns the line from 0: the next one that contains a needle, or the first of the block
   */
  find(block: number, needles: string[]): number;
  /** Returns the source of a block of the page. */
  sourceOf(block: number): string;
}

/** Block of the page with its content and its position in the source. */
interface Piece {
  index: number;
  outline: Outline;
}

/** Results for a text, and its external links. */
export interface TextFindings {
  findings: CheckFinding[];
  outside: { url: string; line: number }[];
  /** Paths of the site's own images in it. */
  images: { src: string; line: number }[];
}

/** Looks through a rendered text: its links, images and headings. */
export function checkText(
  places: Omit<OwnPlaces, 'ids'>,
  markdown: string,
  { html, blocks }: RenderedMarkdown,
): TextFindings {
  const lines = createLineFinder(markdown, blocks);
  let start = 0;
  const pieces = blocks.map(({ length }, index): Piece => {
    const outline = readOutline(html.slice(start, start + length));
    start += length + 1;
    return { index, outline };
  });
  const ids = new Set(pieces.flatMap(({ outline }) => outline.ids));
  const outside: TextFindings['outside'] = [];
  const images: TextFindings['images'] = [];
  const findings = pieces.flatMap((piece) => [
    ...checkLinks({ ...places, ids }, piece, lines, outside),
    ...checkImages(piece, lines, images),
  ]);
  return { findings: [...findings, ...checkHeadings(pieces, lines)], outside, images };
}

/** Spellings of a URL in the source. */
function writtenForms(href: string): string[] {
  const bare = href.startsWith('#s-') ? `#${href.slice(3)}` : href;
  const plain = URL.canParse(href) ? href.replace(/^https?:\/\/[^/]+/, '') : bare;
  return [bare, safeDecode(bare), plain.length > 1 ? plain : ''];
}

function safeDecode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    // An invalid escape stays unchanged.
    return text;
  }
}

function checkLinks(
  places: OwnPlaces,
  { index, outline }: Piece,
  lines: LineFinder,
  outside: TextFindings['outside'],
): CheckFinding[] {
  return outline.links.flatMap(({ href, text, picture }): CheckFinding[] => {
    if (href.startsWith('mailto:')) return [];
    const line = lines.find(index, [...writtenForms(href), text]);
    const [written = href] = writtenForms(href);
    const found = { about: written || text, line, field: null };
    if (href === '') {
      const msg = 'This link has no URL.';
      return [{ ...found, code: 'link-empty', level: 'problem', msg }];
    }
    const remote: CheckFinding[] = picture
      ? [
          {
            ...found,
            code: 'image-remote',
            level: 'note',
            msg: 'This image is on another site, so readers see a link instead. Upload it to show it.',
          },
        ]
      : [];
    if (/^(?:https?:)?\/\//i.test(href)) {
      outside.push({ url: href.startsWith('//') ? `https:${href}` : href, line });
      return remote;
    }
    const verdict = followOwnLink(places, href);
    return verdict ? [{ ...found, ...verdict }] : remote;
  });
}

function checkImages(
  { index, outline }: Piece,
  lines: LineFinder,
  images: TextFindings['images'],
): CheckFinding[] {
  return outline.images.flatMap(({ src, alt }): CheckFinding[] => {
    const line = lines.find(index, writtenForms(src));
    images.push({ src, line });
    if (alt.trim() !== '' || isDecoration(lines.sourceOf(index), src)) return [];
    const msg = 'This image has no alt text. Describe the image.';
    return [{ code: 'alt-missing', level: 'advice', msg, about: src, line, field: null }];
  });
}

/** True for an HTML image with an empty alt text, which authors write on purpose. */
function isDecoration(source: string, src: string): boolean {
  return [...source.matchAll(/<img\b[^<>]*>/gi)].some(
    ([tag]) => tag.includes(src) && /\balt\s*=\s*(?:""|'')/i.test(tag),
  );
}

function checkHeadings(pieces: Piece[], lines: LineFinder): CheckFinding[] {
  // The title of the article is the heading of level 1.
  let above = 1;
  return pieces.flatMap(({ index, outline }) =>
    outline.headings.flatMap(({ depth, text }): CheckFinding[] => {
      const skipped = depth > above + 1;
      const found = { about: text, line: lines.find(index, [text]), field: null };
      const from = above;
      above = Math.max(depth, 1);
      if (depth === 1) {
        const msg = 'The title is the level 1 heading of the page. Start with level 2 (##).';
        return [{ ...found, code: 'heading-top', level: 'advice', msg }];
      }
      if (!skipped) return [];
      const msg = `This heading of level ${depth} follows level ${from}: level ${from + 1} is missing between them.`;
      return [{ ...found, code: 'heading-order', level: 'advice', msg }];
    }),
  );
}

/** Creates the finder for a text and the blocks of its rendering. */
function createLineFinder(markdown: string, blocks: BlockPlace[]): LineFinder {
  const source = markdown.replace(/\r\n?/g, '\n');
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  const startOf = (line: number) => starts[line] ?? source.length;
  const lineAt = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const rangeOf = (block: number): [from: number, to: number] => {
    const next = blocks[block + 1];
    return [startOf(blocks[block]?.line ?? 0), next ? startOf(next.line) : source.length];
  };
  /** Position of the last match, so that equal links are found in turn. */
  const passed = new Map<string, number>();

  return {
    sourceOf: (block) => source.slice(...rangeOf(block)),
    find(block, needles) {
      const [from, to] = rangeOf(block);
      for (const needle of needles.filter(Boolean)) {
        const key = `${block} ${needle}`;
        const at = source.indexOf(needle, passed.get(key) ?? from);
        if (at === -1 || at >= to) continue;
        passed.set(key, at + needle.length);
        return lineAt(at);
      }
      // Footnotes and URLs of references are on other lines.
      for (const needle of needles.filter(Boolean)) {
        const at = source.indexOf(needle);
        if (at !== -1) return lineAt(at);
      }
      return blocks[block]?.line ?? 0;
    },
  };
}
