import type { EditorState, TransactionSpec } from '@codemirror/state';

/**
 * Puts a block of its own at the cursor, with an empty line on each side where there is text: in
 * place of an empty line, or below the present one. `selected` is where the cursor ends up within it.
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
  // At the end of the text something has to follow, so that one can go on below the block.
  const after = next === null || next !== '' ? '\n' : '';
  const start = from + before.length;
  return {
    changes: { from, to: line.to, insert: before + block + after },
    selection: { anchor: start + selected.from, head: start + (selected.to ?? selected.from) },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

/** The selected text, whole lines of it, in place of which a block goes that contains it. */
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

/** A fence longer than any in the text it goes around. */
function fenceFor(text: string): string {
  const longest = Math.max(
    2,
    ...[...text.matchAll(/^ {0,3}(`{3,})/gm)].map(([, f = '']) => f.length),
  );
  return '`'.repeat(longest + 1);
}

/** A code block in this language, around the selected lines if there are any. */
export function insertCodeBlock(state: EditorState, language: string): TransactionSpec {
  if (!state.selection.main.empty) {
    return wrapLines(state, (text) => {
      const fence = fenceFor(text);
      return `${fence}${language}\n${text}\n${fence}`;
    });
  }
  return insertBlock(state, `\`\`\`${language}\n\n\`\`\``, { from: 4 + language.length });
}

/** Kinds of callouts, as the markdown of this site knows them. */
export const calloutKinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'] as const;

/** A callout, around the selected lines if there are any. */
export function insertCallout(
  state: EditorState,
  kind: (typeof calloutKinds)[number],
): TransactionSpec {
  if (!state.selection.main.empty) {
    return wrapLines(state, (text) => `> [!${kind}]\n${text.replaceAll(/^/gm, '> ')}`);
  }
  return insertBlock(state, `> [!${kind}]\n> `);
}

/** A footnote with the next free number: its mark at the cursor, its text at the end. */
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
