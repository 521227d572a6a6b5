import type { EditorState, Line, TransactionSpec } from '@codemirror/state';

/** Kinds of lines that can be toggled. */
export type LineKind = 'bullets' | 'numbers' | 'tasks' | 'quote' | `heading ${1 | 2 | 3 | 4}`;

const LIST = /^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d{1,9}[.)] )/;
const patterns: Record<Exclude<LineKind, `heading ${number}`>, RegExp> = {
  tasks: /^(\s*)[-*+] \[[ xX]\] /,
  bullets: /^(\s*)[-*+] (?!\[[ xX]\] )/,
  numbers: /^(\s*)\d{1,9}[.)] /,
  quote: /^()> ?/,
};
const HEADING = /^()#{1,6}\s+/;

/** Returns the lines of all selections without duplicates. */
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

/** Returns the prefix of a line of this kind; `index` counts the lines of a list. */
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

/** Returns the length of the prefix that another kind of line replaces. */
function oldMark(kind: LineKind, text: string): RegExpExecArray | null {
  if (kind === 'quote') return patterns.quote.exec(text);
  return kind.startsWith('heading') ? HEADING.exec(text) : LIST.exec(text);
}

/** True if a line is of this kind. */
function isOf(kind: LineKind, text: string): boolean {
  if (kind.startsWith('heading')) return text.startsWith(markOf(kind, 0));
  return patterns[kind as keyof typeof patterns].test(text);
}

/** Toggles the kind of the selected lines; if all are of this kind, they become plain. */
export function toggleLines(state: EditorState, kind: LineKind): TransactionSpec {
  const all = selectedLines(state);
  // A single empty line may become a list item; empty lines between others do not change.
  const lines = all.length === 1 ? all : all.filter(({ text }) => text.trim() !== '');
  const back = lines.every(({ text }) => isOf(kind, text));
  const changes = lines.map(({ from, text }, index) => {
    const old = oldMark(kind, text);
    const indent = old?.[1] ?? (kind === 'quote' ? '' : (/^\s*/.exec(text)?.[0] ?? ''));
    const start = from + indent.length;
    // Quoted lines keep their kind inside the quote.
    const end = kind === 'quote' && !back ? start : from + (old?.[0].length ?? indent.length);
    return { from: start, to: end, insert: back ? '' : markOf(kind, index) };
  });
  const set = state.changes(changes);
  // The cursor stays behind the prefix, where typing continues.
  return {
    changes: set,
    selection: state.selection.map(set, 1),
    scrollIntoView: true,
    userEvent: 'input',
  };
}
