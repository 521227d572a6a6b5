import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';

/**
 * Counts the repetitions of `mark` immediately before (-1) or after (1) a position; for single characters.
 */
function runOf(state: EditorState, at: number, character: string, direction: -1 | 1): number {
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
function includes(mark: string, run: number): boolean {
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
    const before = runOf(state, range.from, character, -1);
    const after = runOf(state, range.to, character, 1);
    if (includes(mark, Math.min(before, after))) {
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

const ADDRESS = /^(?:https?:\/\/|mailto:|\/)\S+$/;

/** Turns the selection into a link; the cursor moves to the missing part. */
export function insertLink(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main;
  const text = state.sliceDoc(from, to).replaceAll('\n', ' ');
  const isAddress = ADDRESS.test(text);
  const insert = isAddress ? `[](${text})` : `[${text}]()`;
  const cursor = isAddress || text === '' ? from + 1 : from + text.length + 3;
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
  image: { address: string; alt: string },
): TransactionSpec {
  const { from, to } = state.selection.main;
  const alt = image.alt.replaceAll(/[[\]\\]/g, '\\$&');
  const address = /[\s()<>]/.test(image.address)
    ? `<${image.address.replaceAll(/[<>\n]/g, encodeURIComponent)}>`
    : image.address;
  const insert = `![${alt}](${address})`;
  return {
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  };
}
