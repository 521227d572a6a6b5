import { createHash } from 'node:crypto';
import type MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import { MARKDOWN_DEPTH_MAX, MarkdownTooDeepError } from './errors.ts';
import type { FootnoteEnvironment } from './syntax-extensions.ts';

/** Definitions of a source that apply to all blocks: link references and footnote labels. */
export type SourceEnvironment = Env & FootnoteEnvironment;

/** Top-level block whose inline content is not parsed yet. */
export interface Block {
  /** Equal keys mean equal HTML. */
  key: string;
  tokens: Token[];
  /** First line in the source, from 0. */
  line: number;
}

export interface SourceBlocks {
  blocks: Block[];
  /** Footnotes by label; the first definition of a label counts. */
  footnotes: Map<string, Block>;
  environment: SourceEnvironment;
  lines: number;
}

type Parser = InstanceType<typeof MarkdownIt>;

// The parser silently drops deeper content, so the author gets an error.
function assertDepth(tokens: readonly Token[]): void {
  if (tokens.some(({ nesting, level }) => nesting > 0 && level + 1 >= MARKDOWN_DEPTH_MAX)) {
    throw new MarkdownTooDeepError();
  }
}

// Definitions may affect every block with a bracket, so the keys of these blocks include all of them.
function definitionsKey({ references, footnotes }: SourceEnvironment): string {
  if (references === undefined && footnotes === undefined) return '';
  const definitions = JSON.stringify([references ?? {}, [...(footnotes ?? [])]]);
  return createHash('sha256').update(definitions).digest('base64');
}

interface Piece {
  tokens: Token[];
  footnote: string | undefined;
}

/** Splits at the top level and extracts footnote definitions from any level. */
function splitTokens(tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = [];
  const open: Piece[] = [{ tokens: [], footnote: undefined }];
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const { label } = token.meta as { label: string };
      open.push({ tokens: [], footnote: label });
      continue;
    }
    if (token.type === 'footnote_close') {
      const piece = open.pop();
      if (piece) pieces.push(piece);
      continue;
    }
    const current = open.at(-1) as Piece;
    current.tokens.push(token);
    if (open.length === 1 && token.level === 0 && token.nesting <= 0) {
      pieces.push(current);
      open[0] = { tokens: [], footnote: undefined };
    }
  }
  return pieces;
}

/** Returns the start and end line of a piece. */
function lineRangeOf(tokens: readonly Token[]): [number, number] {
  const [first] = tokens;
  const last = tokens.findLast((token) => token.map !== null);
  return [first?.map?.[0] ?? 0, Math.max(first?.map?.[1] ?? 0, last?.map?.[1] ?? 0)];
}

/**
 * Parses the block structure of a source, which is fast, and computes a key of each block from its
 * type, lines and definitions.
 * @throws MarkdownTooDeepError
 */
export function splitBlocks(source: string, parser: Parser): SourceBlocks {
  const environment: SourceEnvironment = {};
  const tokens: Token[] = [];
  parser.block.parse(source, parser, environment, tokens);
  assertDepth(tokens);
  const lines = source.split('\n');
  const definitions = definitionsKey(environment);
  const result: SourceBlocks = {
    blocks: [],
    footnotes: new Map(),
    environment,
    lines: lines.length,
  };
  for (const { tokens: pieceTokens, footnote } of splitTokens(tokens)) {
    const hasDefinitions = pieceTokens.some(({ type }) => type === 'reference_definition');
    const contentTokens = hasDefinitions
      ? pieceTokens.filter(({ type }) => type !== 'reference_definition')
      : pieceTokens;
    const [start, end] = lineRangeOf(contentTokens);
    const text = lines.slice(start, end).join('\n');
    const dependencies = text.includes('[') ? definitions : '';
    const key = `${footnote === undefined ? 'block' : 'footnote'}\0${contentTokens[0]?.type}\0${dependencies}\0${text}`;
    const block = { key, tokens: contentTokens, line: start };
    if (footnote === undefined) {
      if (contentTokens.length > 0) result.blocks.push(block);
    } else if (!result.footnotes.has(footnote)) {
      result.footnotes.set(footnote, block);
    }
  }
  return result;
}
