import type { EditorState, Line, TransactionSpec } from '@codemirror/state';

/** What a line can be turned into, and back from. */
export type LineKind = 'bullets' | 'numbers' | 'tasks' | 'quote' | `heading ${1 | 2 | 3 | 4}`;

const LIST = /^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d{1,9}[.)] )/;
const patterns: Record<Exclude<LineKind, `heading ${number}`>, RegExp> = {
  tasks: /^(\s*)[-*+] \[[ xX]\] /,
  bullets: /^(\s*)[-*+] (?!\[[ xX]\] )/,
  numbers: /^(\s*)\d{1,9}[.)] /,
  quote: /^()> ?/,
};
const HEADING = /^()#{1,6}\s+/;

/** The lines that the selections touch, each once. */
function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges) {
    const last = state.doc.lineAt(to).number;
    for (let number = state.doc.lineAt(from).number; number <= last; number += 1) {
      lines.set(number, state.doc.line(number));
    }
  }
  return [...lines.values()];
}

/** The mark a line of this kind begins with; `index` counts the lines of a list. */
function markOf(kind: LineKind, index: number): string {
  switch (kind) {
    case 'bullets':
      return '- ';
    case 'numbers':
      return `${index + 1}. `;
    case 'tasks':
      return '- [ ] ';
    case 'quote':
      return '> ';
    default:
      return `${'#'.repeat(Number(kind.at(-1)))} `;
  }
}

/** How much of a line's beginning gives way to another kind of line. */
function oldMark(kind: LineKind, text: string): RegExpExecArray | null {
  if (kind === 'quote') return patterns.quote.exec(text);
  return kind.startsWith('heading') ? HEADING.exec(text) : LIST.exec(text);
}

/** Whether a line is of this kind already. */
function isOf(kind: LineKind, text: string): boolean {
  if (kind.startsWith('heading')) return text.startsWith(markOf(kind, 0));
  return patterns[kind as keyof typeof patterns].test(text);
}

/** Turns the selected lines into this kind; where all of them are, back into plain ones. */
export function toggleLines(state: EditorState, kind: LineKind): TransactionSpec {
  const all = selectedLines(state);
  // A single empty line may become a list; empty ones between others stay as they are.
  const lines = all.length === 1 ? all : all.filter(({ text }) => text.trim() !== '');
  const back = lines.every(({ text }) => isOf(kind, text));
  const changes = lines.map(({ from, text }, index) => {
    const old = oldMark(kind, text);
    const indent = old?.[1] ?? (kind === 'quote' ? '' : (/^\s*/.exec(text)?.[0] ?? ''));
    const start = from + indent.length;
    // What is quoted stays what it is inside the quote.
    const end = kind === 'quote' && !back ? start : from + (old?.[0].length ?? indent.length);
    return { from: start, to: end, insert: back ? '' : markOf(kind, index) };
  });
  const set = state.changes(changes);
  // The cursor stays behind the mark, where the next letter belongs.
  return {
    changes: set,
    selection: state.selection.map(set, 1),
    scrollIntoView: true,
    userEvent: 'input',
  };
}
