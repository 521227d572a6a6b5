import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { CALLOUT_KINDS } from './sanitize-schema.ts';

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
