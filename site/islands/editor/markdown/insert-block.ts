import type { EditorState, TransactionSpec } from '@codemirror/state';

/**
 * Inserts a block at the cursor, with an empty line on each side where there is text: it replaces an empty
 * line, or follows the current one. `selected` is the cursor position within the block.
 */
export function insertBlock(
  state: EditorState,
  block: string,
  selected: { from: number; to?: number } = { from: block.length },
): TransactionSpec {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.to);
  const isEmpty = line.text.trim() === '';
  const from = isEmpty ? line.from : line.to;
  const previous = line.number > 1 ? state.doc.line(line.number - 1).text.trim() : '';
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1).text.trim() : null;
  const before = isEmpty ? (previous === '' ? '' : '\n') : '\n\n';
  // A line after the block at the end of the text, so that typing can continue there.
  const after = next === null || next !== '' ? '\n' : '';
  const start = from + before.length;
  return {
    changes: { from, to: line.to, insert: before + block + after },
    selection: { anchor: start + selected.from, head: start + (selected.to ?? selected.from) },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

/** Returns the selected lines, which the new block contains and replaces. */
function wrapLines(state: EditorState, wrap: (text: string) => string): TransactionSpec {
  const { from, to } = state.selection.main;
  const start = state.doc.lineAt(from).from;
  const end = state.doc.lineAt(to).to;
  const insert = wrap(state.sliceDoc(start, end));
  return {
    changes: { from: start, to: end, insert },
    selection: { anchor: start, head: start + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

/** Returns a fence longer than any fence in the text inside. */
function fenceFor(text: string): string {
  const longest = Math.max(
    2,
    ...[...text.matchAll(/^ {0,3}(`{3,})/gm)].map(([, f = '']) => f.length),
  );
  return '`'.repeat(longest + 1);
}

/** Inserts a code block in this language, around the selected lines if there are any. */
export function insertCodeBlock(state: EditorState, language: string): TransactionSpec {
  if (!state.selection.main.empty) {
    return wrapLines(state, (text) => {
      const fence = fenceFor(text);
      return `${fence}${language}\n${text}\n${fence}`;
    });
  }
  return insertBlock(state, `\`\`\`${language}\n\n\`\`\``, { from: 4 + language.length });
}

/** Kinds of callouts in this site's Markdown. */
export const calloutKinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'] as const;

/** Inserts a callout, around the selected lines if there are any. */
export function insertCallout(
  state: EditorState,
  kind: (typeof calloutKinds)[number],
): TransactionSpec {
  if (!state.selection.main.empty) {
    return wrapLines(state, (text) => `> [!${kind}]\n${text.replaceAll(/^/gm, '> ')}`);
  }
  return insertBlock(state, `> [!${kind}]\n> `);
}

/** Inserts a footnote with the next free number: its reference at the cursor, its text at the end. */
export function insertFootnote(state: EditorState): TransactionSpec {
  const text = state.doc.toString();
  const numbers = [...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number));
  const number = Math.max(0, ...numbers) + 1;
  const at = state.selection.main.to;
  const mark = `[^${number}]`;
  const ending = /\n\[\^[^\]\n]+\]:[^\n]*\n*$/.test(text) ? '\n' : '\n\n';
  const tail = text.trimEnd().length;
  const end = Math.max(tail, at);
  const note = `${ending}${mark}: `;
  return {
    changes: [
      { from: at, insert: mark },
      { from: end, to: text.length, insert: note },
    ],
    selection: { anchor: end + mark.length + note.length },
    scrollIntoView: true,
    userEvent: 'input',
  };
}
