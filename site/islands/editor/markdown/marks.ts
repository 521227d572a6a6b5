import {
  EditorSelection,
  type EditorState,
  type Line,
  type TransactionSpec,
} from '@codemirror/state';

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

/** Counts the repetitions of a character immediately before (-1) or after (1) a position. */
function countRepeats(
  state: EditorState,
  at: number,
  character: string,
  direction: -1 | 1,
): number {
  const { doc } = state;
  let length = 0;
  for (;;) {
    const from = direction === 1 ? at + length : at - length - 1;
    if (from < 0 || from >= doc.length || doc.sliceString(from, from + 1) !== character) {
      return length;
    }
    length += 1;
  }
}

/** True if a run of that length includes this mark: `***` is both `*` and `**`. */
function runIncludes(mark: string, run: number): boolean {
  if (mark === '*' || mark === '_') return run === 1 || run >= 3;
  return run >= mark.length;
}

/**
 * Toggles `mark` around each selection. Without a selection it applies to the word at the cursor, or places
 * the cursor between two marks.
 */
export function toggleMark(state: EditorState, mark: string): TransactionSpec {
  const character = mark.charAt(0);
  const { length } = mark;
  const change = state.changeByRange((selected) => {
    const word = selected.empty ? state.wordAt(selected.head) : null;
    const range = word ?? selected;
    const before = countRepeats(state, range.from, character, -1);
    const after = countRepeats(state, range.to, character, 1);
    if (runIncludes(mark, Math.min(before, after))) {
      return {
        changes: [
          { from: range.from - length, to: range.from },
          { from: range.to, to: range.to + length },
        ],
        range: EditorSelection.range(selected.anchor - length, selected.head - length),
      };
    }
    const text = state.sliceDoc(range.from, range.to);
    if (text.length > 2 * length && text.startsWith(mark) && text.endsWith(mark)) {
      return {
        changes: { from: range.from, to: range.to, insert: text.slice(length, -length) },
        range: EditorSelection.range(range.from, range.to - 2 * length),
      };
    }
    return {
      changes: [
        { from: range.from, insert: mark },
        { from: range.to, insert: mark },
      ],
      range: EditorSelection.range(selected.anchor + length, selected.head + length),
    };
  });
  return { ...change, scrollIntoView: true, userEvent: 'input' };
}

const LINK_TARGET = /^(?:https?:\/\/|mailto:|\/)\S+$/;

/** Turns the selection into a link; the cursor moves to the missing part. */
export function insertLink(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to).replaceAll('\n', ' ');
  const isLinkTarget = LINK_TARGET.test(text);
  const insert = isLinkTarget ? `[](${text})` : `[${text}]()`;
  const cursor = isLinkTarget || text === '' ? from + 1 : from + text.length + 3;
  return {
    changes: { from, to, insert },
    selection: { anchor: cursor },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

/**
 * Inserts an image at the cursor.
 * @param image its URL and alt text
 */
export function insertImage(
  state: EditorState,
  image: { url: string; alt: string },
): TransactionSpec {
  const { from, to } = state.selection.main;
  const alt = image.alt.replaceAll(/[[\]\\]/g, '\\$&');
  const url = /[\s()<>]/.test(image.url)
    ? `<${image.url.replaceAll(/[<>\n]/g, encodeURIComponent)}>`
    : image.url;
  const insert = `![${alt}](${url})`;
  return {
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

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
function linePrefix(kind: LineKind, index: number): string {
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

/** Matches the prefix that this kind of line replaces. */
function matchPrefix(kind: LineKind, text: string): RegExpExecArray | null {
  if (kind === 'quote') return patterns.quote.exec(text);
  return kind.startsWith('heading') ? HEADING.exec(text) : LIST.exec(text);
}

/** True if a line is of this kind. */
function isLineOf(kind: LineKind, text: string): boolean {
  if (kind.startsWith('heading')) return text.startsWith(linePrefix(kind, 0));
  return patterns[kind as keyof typeof patterns].test(text);
}

/** Toggles the kind of the selected lines; if all are of this kind, they become plain. */
export function toggleLines(state: EditorState, kind: LineKind): TransactionSpec {
  const all = selectedLines(state);
  // A single empty line may become a list item; empty lines between others do not change.
  const lines = all.length === 1 ? all : all.filter(({ text }) => text.trim() !== '');
  const back = lines.every(({ text }) => isLineOf(kind, text));
  const changes = lines.map(({ from, text }, index) => {
    const old = matchPrefix(kind, text);
    const indent = old?.[1] ?? (kind === 'quote' ? '' : (/^\s*/.exec(text)?.[0] ?? ''));
    const start = from + indent.length;
    // Quoted lines keep their kind inside the quote.
    const end = kind === 'quote' && !back ? start : from + (old?.[0].length ?? indent.length);
    return { from: start, to: end, insert: back ? '' : linePrefix(kind, index) };
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
