import type { Element } from 'hast';
import type { TocEntry } from '#contracts/article.ts';
import { splitBlocks } from './blocks.ts';
import { createByteCache } from './byte-cache.ts';
import { createCodeRenderer } from './code-block.ts';
import { MARKDOWN_BYTES_MAX, MarkdownTooLargeError } from './errors.ts';
import { createHighlighter } from './highlighter.ts';
import { createIdentifierRegistry } from './identifiers.ts';
import { createCommentParser, createParser } from './parser.ts';
import { type FootnoteReference, type Prepared, shortenText } from './prepare.ts';
import { createBlockPreparer, type KeyedBlock } from './prepare-blocks.ts';
import { type BlockContext, type ImageSize, sanitizeBlock } from './sanitize-block.ts';
import {
  COMMENT_SCHEMA,
  ID_PREFIX,
  type MarkdownRules,
  SANITIZE_SCHEMA,
} from './sanitize-schema.ts';

/** Returns the size of a local image by its path, such as `/media/cover.webp`. */
export type ImageLookup =
  | ReadonlyMap<string, ImageSize>
  | ((path: string) => ImageSize | undefined);

/** Source position of a piece of HTML; pieces are separated by line breaks. */
export interface BlockPlace {
  /** First line in the source, from 0; footnotes at the end have the last line. */
  line: number;
  /** Characters of HTML. */
  length: number;
}

/** Rendered Markdown, as plain data. */
export interface RenderedMarkdown {
  /** Sanitised HTML without styles and scripts. */
  html: string;
  /** Pieces of the HTML in order. */
  blocks: BlockPlace[];
  /** Headings of level 2 to 4. */
  toc: TocEntry[];
  /** Number of words without code blocks. */
  words: number;
  /** Plain text without code blocks, one line per block, for search and descriptions. */
  text: string;
  /** Beginning of the first paragraph, at most 200 characters. */
  excerpt: string;
  /** URLs of all remaining links, each once. */
  links: string[];
  /** Paths of local images, each once. */
  images: string[];
}

export interface RenderInput {
  /** `article` by default. */
  rules?: MarkdownRules;
  /** Sizes of local images; images of unknown size get no size. */
  images?: ImageLookup;
}

const TOC_DEPTHS = new Set([2, 3, 4]);

// Context of blocks that do not depend on the rest of the text, such as most paragraphs.
const PLAIN_CONTEXT: BlockContext = {
  identifiers: [],
  references: [],
  sizes: [],
  eager: false,
  footnote: null,
};

/** Block with its context in the text. */
interface PlacedBlock {
  key: string;
  block: Prepared;
  context: BlockContext;
}

/** Text whose blocks are ready to be sanitised. */
interface AssembledBlocks {
  blocks: PlacedBlock[];
  /** Referenced footnotes in the order of their numbers. */
  footnotes: PlacedBlock[];
  toc: TocEntry[];
}

const CACHE_BYTES = 48 * 1_048_576;
const EXCERPT_CHARACTERS_MAX = 200;

export interface MarkdownRendererOptions {
  /** Origin of the site, such as `https://example.com`, whose URLs are local. */
  siteOrigin?: string;
  /** Maximum estimated bytes of cached blocks. */
  cacheBytes?: number;
  /** Rules for the texts; `article` by default. */
  rules?: MarkdownRules;
}

export interface MarkdownRenderer {
  /** @throws MarkdownTooLargeError or MarkdownTooDeepError */
  render(markdown: string, input?: RenderInput): Promise<RenderedMarkdown>;
}

function normalize(markdown: string): string {
  const bytes = Buffer.byteLength(markdown);
  if (bytes > MARKDOWN_BYTES_MAX) throw new MarkdownTooLargeError(bytes);
  return markdown
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD');
}

function summarize(
  html: string,
  places: BlockPlace[],
  { blocks, footnotes, toc }: AssembledBlocks,
): RenderedMarkdown {
  const prepared: Prepared[] = [...blocks, ...footnotes].map(({ block }) => block);
  const paragraph = blocks.find(({ block }) => block.paragraph !== undefined)?.block.paragraph;
  const paths = prepared.flatMap(({ images }) => images.map(({ path }) => path));
  return {
    html,
    blocks: places,
    toc,
    words: prepared.reduce((sum, { words }) => sum + words, 0),
    text: prepared
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    excerpt: shortenText(paragraph ?? '', EXCERPT_CHARACTERS_MAX),
    links: [...new Set(prepared.flatMap(({ links }) => links))],
    images: [...new Set(paths)],
  };
}

/** Creates a renderer with a cache of blocks; the output is the same as without a cache. */
export function createMarkdownRenderer(options: MarkdownRendererOptions = {}): MarkdownRenderer {
  const cacheBytes = options.cacheBytes ?? CACHE_BYTES;
  const rules = options.rules ?? 'article';
  const parser = rules === 'comment' ? createCommentParser() : createParser();
  const schema = rules === 'comment' ? COMMENT_SCHEMA : SANITIZE_SCHEMA;
  const highlighter = createHighlighter();
  const prepareBlocks = createBlockPreparer({
    parser,
    highlighter,
    siteOrigin: options.siteOrigin,
    rules,
    renderCode: createCodeRenderer(highlighter, createByteCache<Element>(cacheBytes / 4)),
    cache: createByteCache(cacheBytes / 2),
  });
  const htmlCache = createByteCache<string>(cacheBytes / 4);

  function sanitizeCached({ key, block, context }: PlacedBlock): string {
    const cacheKey = `${JSON.stringify(context)}\0${key}`;
    const cached = htmlCache.get(cacheKey);
    if (cached !== undefined) return cached;
    const html = sanitizeBlock(block, context, schema);
    htmlCache.set(cacheKey, html, html.length * 2);
    return html;
  }

  async function render(markdown: string, input: RenderInput = {}): Promise<RenderedMarkdown> {
    const source = splitBlocks(normalize(markdown), parser);
    const { blocks, footnotes } = await prepareBlocks(source);
    const assembled = assembleBlocks(blocks, footnotes, input.images);
    const parts: string[] = [];
    const places: BlockPlace[] = [];
    const add = (html: string, line: number) => {
      if (html === '') return;
      parts.push(html);
      places.push({ line, length: html.length });
    };
    // assembleBlocks keeps the order and number of blocks, so the indexes match.
    for (const [index, block] of assembled.blocks.entries()) {
      add(sanitizeCached(block), blocks[index]?.line ?? 0);
    }
    if (assembled.footnotes.length > 0) {
      const items = assembled.footnotes.map(sanitizeCached).join('\n');
      add(
        `<section aria-label="Footnotes" class="footnotes"><ol>\n${items}\n</ol></section>`,
        source.lines,
      );
    }
    return summarize(parts.join('\n'), places, assembled);
  }

  return { render };
}

function isPlain({ named, references, images }: Prepared): boolean {
  return named.length === 0 && references.length === 0 && images.length === 0;
}

/** Creates a function that assigns ids and numbers in reading order. */
function createPlacer(images: ImageLookup | undefined) {
  const registry = createIdentifierRegistry();
  const numbers = new Map<string, number>();
  const occurrences = new Map<string, number>();
  const toc: TocEntry[] = [];
  let hasImage = false;

  function findSize(path: string): ImageSize | null {
    const size = typeof images === 'function' ? images(path) : images?.get(path);
    return size ? { width: size.width, height: size.height } : null;
  }

  function assignIdentifiers({ named }: Prepared, inFootnote: boolean): Array<string | null> {
    return named.map(({ preferredId, heading }) => {
      // The first of two equal handwritten ids wins; ids of headings get a number instead.
      if (!heading) return registry.has(preferredId) ? null : registry.claim(preferredId);
      const identifier = registry.claim(preferredId);
      const { depth, text } = heading;
      if (!inFootnote && TOC_DEPTHS.has(depth) && text !== '') {
        toc.push({ depth, id: ID_PREFIX + identifier, text });
      }
      return identifier;
    });
  }

  function numberReference({ label, linked }: FootnoteReference): {
    number: number;
    occurrence: number;
  } {
    const number = numbers.get(label) ?? numbers.size + 1;
    numbers.set(label, number);
    const occurrence = (occurrences.get(label) ?? 0) + (linked ? 1 : 0);
    occurrences.set(label, occurrence);
    return { number, occurrence };
  }

  function place({ key, prepared: block }: KeyedBlock, footnote: BlockContext['footnote']) {
    if (footnote === null && isPlain(block)) return { key, block, context: PLAIN_CONTEXT };
    const eager = block.images.length > 0 && !hasImage;
    hasImage ||= block.images.length > 0;
    const context: BlockContext = {
      identifiers: assignIdentifiers(block, footnote !== null),
      references: block.references.map(numberReference),
      sizes: block.images.map(({ path }) => findSize(path)),
      eager,
      footnote,
    };
    return { key, block, context };
  }

  return { place, numbers, occurrences, toc };
}

/** Assigns ids to headings, numbers to footnotes, and sizes to images. */
function assembleBlocks(
  blocks: readonly KeyedBlock[],
  footnotes: ReadonlyMap<string, KeyedBlock>,
  images: ImageLookup | undefined,
): AssembledBlocks {
  const placer = createPlacer(images);
  const placed: PlacedBlock[] = blocks.map((block) => placer.place(block, null));
  const notes = new Map<string, PlacedBlock>();
  // A footnote may refer to others, which this loop visits later, because they are added to `numbers`.
  for (const [label, number] of placer.numbers) {
    const note = footnotes.get(label);
    if (note) notes.set(label, placer.place(note, { number, occurrences: 0 }));
  }
  for (const [label, { context }] of notes) {
    if (context.footnote) context.footnote.occurrences = placer.occurrences.get(label) ?? 0;
  }
  return { blocks: placed, footnotes: [...notes.values()], toc: placer.toc };
}
