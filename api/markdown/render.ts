import type { Element } from 'hast';
import { type AssembledBlocks, assembleBlocks, type PlacedBlock } from './assemble-blocks.ts';
import { splitBlocks } from './blocks.ts';
import { createByteCache } from './byte-cache.ts';
import { createCodeRenderer } from './code-block.ts';
import { MARKDOWN_BYTES_MAX, MarkdownTooLarge } from './errors.ts';
import { createHighlighter } from './highlighter.ts';
import { createCommentParser, createParser } from './parser.ts';
import { shortenText } from './plain-text.ts';
import type { Prepared } from './prepare.ts';
import { createBlockPreparer } from './prepare-blocks.ts';
import { sanitizeBlock } from './sanitize-block.ts';
import { COMMENT_SCHEMA, SANITIZE_SCHEMA } from './sanitize-schema.ts';
import type { BlockPlace, MarkdownRules, RenderedMarkdown, RenderInput } from './types.ts';

const CACHE_BYTES = 48 * 1_048_576;
const EXCERPT_CHARACTERS_MAX = 200;

/** Settings of a renderer. */
export interface MarkdownRendererOptions {
  /** Origin of the site, such as `https://example.com`, whose URLs are local. */
  siteOrigin?: string;
  /** Maximum estimated bytes of cached blocks. */
  cacheBytes?: number;
  /** Rules for the texts; `article` by default. */
  rules?: MarkdownRules;
}

/** Renders Markdown. */
export interface MarkdownRenderer {
  /** @throws MarkdownTooLarge or MarkdownTooDeep */
  render(markdown: string, input?: RenderInput): Promise<RenderedMarkdown>;
}

function normalize(markdown: string): string {
  const bytes = Buffer.byteLength(markdown);
  if (bytes > MARKDOWN_BYTES_MAX) throw new MarkdownTooLarge(bytes);
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
