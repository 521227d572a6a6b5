import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** Labels of the footnotes that a source defines. */
export interface FootnoteEnvironment {
  footnotes?: Set<string>;
}

const LABEL_CHARACTERS_MAX = 999;
const CONTENT_INDENT = 4;
const LABEL = /\[\^([^\s[\]]+)\]/y;

function readLabel(source: string, position: number): { label: string; end: number } | undefined {
  if (source.charAt(position) !== '[' || source.charAt(position + 1) !== '^') return undefined;
  LABEL.lastIndex = 0;
  const match = LABEL.exec(source.slice(position, position + LABEL_CHARACTERS_MAX + 3));
  if (match?.[1] === undefined) return undefined;
  return { label: match[1].toLowerCase(), end: position + match[0].length };
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Moves the start of a line behind the marker and returns a function that undoes it. */
function skipMarker(state: StateBlock, line: number, marker: number): () => void {
  const original = [state.bMarks[line], state.tShift[line], state.sCount[line]] as const;
  const start = (original[0] ?? 0) + (original[1] ?? 0);
  const end = state.eMarks[line] ?? 0;
  const initial = (original[2] ?? 0) + marker - start;
  let column = initial;
  let position = marker;
  while (position < end && isBlank(state.src.charAt(position))) {
    column += state.src.charAt(position) === '\t' ? 4 - (column % 4) : 1;
    position += 1;
  }
  state.bMarks[line] = marker;
  state.tShift[line] = position - marker;
  // The first line counts as indented, regardless of the space between marker and text.
  state.sCount[line] = column - initial + state.blkIndent + CONTENT_INDENT;
  return () => {
    [state.bMarks[line], state.tShift[line], state.sCount[line]] = [
      original[0] ?? 0,
      original[1] ?? 0,
      original[2] ?? 0,
    ];
  };
}

function footnoteDefinition(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= CONTENT_INDENT) return false;
  const match = readLabel(
    state.src,
    (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0),
  );
  if (match === undefined || state.src.charAt(match.end) !== ':') return false;
  if (silent) return true;

  const environment = state.env as FootnoteEnvironment;
  environment.footnotes ??= new Set();
  environment.footnotes.add(match.label);

  const restore = skipMarker(state, startLine, match.end + 1);
  const { parentType } = state;
  state.blkIndent += CONTENT_INDENT;
  state.parentType = 'footnote';
  const open = state.push('footnote_open', '', 1);
  open.meta = { label: match.label };
  state.md.block.tokenize(state, startLine, endLine);
  open.map = [startLine, state.line];
  state.push('footnote_close', '', -1);
  state.parentType = parentType;
  state.blkIndent -= CONTENT_INDENT;
  restore();
  return true;
}

function footnoteReference(state: StateInline, silent: boolean): boolean {
  const { footnotes } = state.env as FootnoteEnvironment;
  if (footnotes === undefined) return false;
  const match = readLabel(state.src, state.pos);
  if (match === undefined || match.end > state.posMax || !footnotes.has(match.label)) return false;
  if (!silent) state.push('footnote_reference', '', 0).meta = { label: match.label };
  state.pos = match.end;
  return true;
}

/**
 * Adds footnotes as on GitHub: `[^label]` and `[^label]: text`, with further paragraphs indented by
 * four spaces.
 * Definitions become the tokens footnote_open and footnote_close; references become `<sup
 * data-footnote="label">`.
 */
export function footnotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnote_definition', footnoteDefinition, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  parser.inline.ruler.before('link', 'footnote_reference', footnoteReference);
  parser.renderer.rules.footnote_reference = (tokens, index) => {
    const { label } = (tokens[index]?.meta ?? {}) as { label: string };
    return `<sup data-footnote="${parser.utils.escapeHtml(label)}"></sup>`;
  };
}
