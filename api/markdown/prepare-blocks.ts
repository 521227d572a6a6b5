import { createHash } from 'node:crypto';
import type { Element, Root } from 'hast';
import type MarkdownIt from 'markdown-it';
import type { Block, SourceBlocks, SourceEnvironment } from './blocks.ts';
import type { ByteCache } from './byte-cache.ts';
import { type CodeSource, languageToLoad } from './code-block.ts';
import type { Highlighter } from './highlighter.ts';
import { createHtmlParser, type HtmlParser, stabilizeHtml } from './html.ts';
import { type Prepared, prepare, readCodeBlock } from './prepare.ts';
import type { MarkdownRules } from './sanitize-schema.ts';
import { isElement } from './tree.ts';

// Maximum characters of code in a text with highlighting; 100 kB take about a second.
const HIGHLIGHTED_CHARACTERS_MAX = 100_000;

/** Tree of one block, or of several blocks joined by raw HTML; equal keys mean equal trees. */
export interface KeyedBlock {
  key: string;
  prepared: Prepared;
}

/** Tree with its first line in the source. */
export interface SituatedBlock extends KeyedBlock {
  line: number;
}

/** All blocks of a source as trees. */
export interface PreparedBlocks {
  blocks: SituatedBlock[];
  footnotes: Map<string, KeyedBlock>;
}

export interface BlockPreparerOptions {
  parser: InstanceType<typeof MarkdownIt>;
  highlighter: Highlighter;
  siteOrigin: string | undefined;
  rules: MarkdownRules;
  renderCode(source: CodeSource, colours: boolean): Element;
  cache: ByteCache<CachedBlock>;
}

/** Cached HTML of a block, and its tree if it is self-contained. */
export interface CachedBlock {
  html: string;
  prepared: Prepared | undefined;
}

// A tree takes about ten times the bytes of its HTML, measured with articles.
function estimateBytes(htmlCharacters: number): number {
  return 2_000 + htmlCharacters * 20;
}

/** Creates a function that converts the blocks of a source to trees, with a cache by key. */
export function createBlockPreparer(options: BlockPreparerOptions) {
  const { parser, highlighter, siteOrigin, rules, cache } = options;

  function blockHtml(tokens: Block['tokens'], environment: SourceEnvironment): string {
    const state = new parser.core.State('', parser, environment);
    state.tokens = tokens;
    parser.core.process(state);
    return parser.renderer.render(tokens, parser.options, environment);
  }

  async function prepareTree(
    tree: Root,
    colours: boolean,
    environment: SourceEnvironment,
  ): Promise<Prepared> {
    if (colours && rules === 'article') {
      for (const source of findCodeBlocks(tree)) {
        const language = languageToLoad(source);
        if (language && !highlighter.isLoaded(language)) await highlighter.load(language);
      }
    }
    return prepare(tree, {
      siteOrigin,
      rules,
      footnoteLabels: environment.footnotes ?? new Set(),
      renderCode: (source) => options.renderCode(source, colours),
    });
  }

  return async function prepareBlocks(source: SourceBlocks): Promise<PreparedBlocks> {
    const { environment } = source;
    const colours = codeCharacters(source) <= HIGHLIGHTED_CHARACTERS_MAX;

    // Inline parsing changes the tokens, so each block is parsed at most once.
    const htmlOf = new Map<Block, string>();

    function keyOf(block: Block): string {
      return `${colours}\0${block.key}`;
    }

    function readHtml(block: Block): string {
      const html =
        htmlOf.get(block) ?? cache.get(keyOf(block))?.html ?? blockHtml(block.tokens, environment);
      htmlOf.set(block, html);
      return html;
    }

    async function prepareOnce(
      key: string,
      htmlParser: HtmlParser,
      html: string,
      hasRawHtml: boolean,
    ) {
      const cached = cache.get(key)?.prepared;
      if (cached) return { key, prepared: cached };
      const tree = htmlParser.finish();
      const stableTree = hasRawHtml ? stabilizeHtml(tree) : tree;
      const prepared = await prepareTree(stableTree, colours, environment);
      cache.set(key, { html, prepared }, estimateBytes(html.length));
      return { key, prepared };
    }

    /** Returns undefined if raw HTML in the block is not closed, so that it needs the next blocks. */
    async function prepareSingle(block: Block): Promise<KeyedBlock | undefined> {
      const key = keyOf(block);
      const cached = cache.get(key);
      if (cached) return cached.prepared && { key, prepared: cached.prepared };
      const html = readHtml(block);
      const htmlParser = createHtmlParser();
      htmlParser.write(html);
      if (htmlParser.isComplete() || block.key.startsWith('footnote\0')) {
        return prepareOnce(key, htmlParser, html, containsRawHtml(block));
      }
      cache.set(key, { html, prepared: undefined }, html.length * 2);
      return undefined;
    }

    /** Joins blocks from `start` until all raw HTML is closed, or the source ends. */
    async function prepareGroup(start: number): Promise<{ group: KeyedBlock; next: number }> {
      const htmlParser = createHtmlParser();
      const hash = createHash('sha256');
      let group = '';
      let next = start;
      do {
        const block = source.blocks[next] as Block;
        const html = readHtml(block);
        htmlParser.write(html);
        hash.update(`${keyOf(block)}\0\0`);
        group += html;
        next += 1;
      } while (next < source.blocks.length && !htmlParser.isComplete());
      const key = `group\0${hash.digest('base64')}`;
      return { group: await prepareOnce(key, htmlParser, group, true), next };
    }

    const blocks: SituatedBlock[] = [];
    const preparedByKey = new Map<string, KeyedBlock>();
    for (let index = 0; index < source.blocks.length; ) {
      const block = source.blocks[index] as Block;
      const { line } = block;
      const single = preparedByKey.get(block.key) ?? (await prepareSingle(block));
      if (single) {
        preparedByKey.set(block.key, single);
        blocks.push({ ...single, line });
        index += 1;
      } else {
        const { group, next } = await prepareGroup(index);
        blocks.push({ ...group, line });
        index = next;
      }
    }
    const footnotes = new Map<string, KeyedBlock>();
    for (const [label, block] of source.footnotes) {
      const note = await prepareSingle(block);
      if (note) footnotes.set(label, note);
    }
    return { blocks, footnotes };
  };
}

/** Counts the characters of code in a source, in fences and raw HTML. */
function codeCharacters({ blocks, footnotes }: SourceBlocks): number {
  let characters = 0;
  for (const { tokens } of [...blocks, ...footnotes.values()]) {
    for (const { type, content } of tokens) {
      const isRawCode = type === 'html_block' && content.includes('language-');
      if (type === 'fence' || isRawCode) characters += content.length;
    }
  }
  return characters;
}

/** True if a block with parsed inline content contains raw HTML. */
function containsRawHtml({ tokens }: Block): boolean {
  return tokens.some(
    ({ type, children }) =>
      type === 'html_block' || children?.some((child) => child.type === 'html_inline'),
  );
}

/** Returns the code blocks of a tree in order. */
function findCodeBlocks(tree: Root | Element): CodeSource[] {
  return tree.children.flatMap((node) => {
    if (node.type !== 'element') return [];
    const source = isElement(node, 'pre') ? readCodeBlock(node) : undefined;
    return source ? [source] : findCodeBlocks(node);
  });
}
