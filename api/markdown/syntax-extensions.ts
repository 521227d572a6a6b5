import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { CALLOUT_KINDS } from './sanitize-schema.ts';

/** Labels of the footnotes that a source defines. */
export interface FootnoteEnvironment {
  footnotes?: Set<string>;
}

const LABEL_CHARACTERS_MAX = 999;

const CONTENT_INDENT = 4;

const LABEL = /\[\^([^\s[\]]+)\]/y;

const CALLOUT = /^\[!([a-z]+)\][ \t]*(?:\n|$)/i;
const calloutKinds: ReadonlySet<string> = new Set(CALLOUT_KINDS);
const TASK = /^\[([ xX])\]\s/;

function startsCallout(tokens: readonly Token[], index: number): string | undefined {
  const inline = tokens[index + 2];
  const match = inline?.type === 'inline' ? CALLOUT.exec(inline.content) : null;
  const kind = match?.[1]?.toLowerCase();
  if (!inline || !match || kind === undefined || !calloutKinds.has(kind)) return undefined;
  inline.content = inline.content.slice(match[0].length);
  if (inline.content === '') {
    for (const token of tokens.slice(index + 1, index + 4)) token.hidden = true;
  }
  return kind;
}

/** Converts quotes that begin with a line such as `> [!NOTE]` to callouts, as on GitHub. */
function callouts(state: StateCore): void {
  const kinds: Array<string | undefined> = [];
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'blockquote_open') {
      const kind = startsCallout(state.tokens, index);
      kinds.push(kind);
      if (kind === undefined) continue;
      token.tag = 'div';
      token.attrSet('class', `callout callout-${kind}`);
      token.attrSet('role', 'note');
      token.meta = { callout: kind };
    } else if (token.type === 'blockquote_close' && kinds.pop() !== undefined) {
      token.tag = 'div';
    }
  }
}

/** Converts `[ ]` and `[x]` at the start of list items to disabled checkboxes, as on GitHub. */
function taskLists(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    const item = state.tokens[index - 2];
    const first = token.children?.[0];
    if (token.type !== 'inline' || item?.type !== 'list_item_open') continue;
    const match = first?.type === 'text' ? TASK.exec(first.content) : null;
    if (!first || !match) continue;
    // The space between checkbox and text stays.
    first.content = first.content.slice(3);
    const box = new state.Token('task_checkbox', 'input', 0);
    box.meta = { checked: match[1] !== ' ' };
    token.children?.unshift(box);
    item.attrJoin('class', 'task-list-item');
  }
}

/** Adds callouts and task lists. */
export function blockSyntax(parser: MarkdownIt): void {
  parser.core.ruler.before('inline', 'callouts', callouts);
  parser.core.ruler.after('inline', 'task_lists', taskLists);
  const { rules } = parser.renderer;
  rules.task_checkbox = (tokens, index) => {
    const { checked } = (tokens[index]?.meta ?? {}) as { checked: boolean };
    return checked
      ? '<input type="checkbox" disabled checked aria-label="Done">'
      : '<input type="checkbox" disabled aria-label="To do">';
  };
  rules.blockquote_open = (tokens, index, options, _environment, renderer) => {
    const quote = tokens[index];
    const kind = (quote?.meta as { callout?: string } | null)?.callout;
    const open = renderer.renderToken(tokens, index, options);
    if (kind === undefined) return open;
    return `${open}<p class="callout-title">${kind.charAt(0).toUpperCase()}${kind.slice(1)}</p>\n`;
  };
}

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
 * Adds footnotes as on GitHub: `[^label]` and `[^label]: text`, with further paragraphs indented by four spaces.
 * Definitions become the tokens footnote_open and footnote_close; references become `<sup data-footnote="label">`.
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
