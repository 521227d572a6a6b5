import type { EditorView } from '@codemirror/view';
import type { CheckFinding } from '#contracts/article-check.ts';

/** Selects the line of the text that a finding is about. */
export function showLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(line + 1, doc.lines));
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/** Writes an image so that its empty description is a decision: `<img src="…" alt="">`. */
export function markDecoration(view: EditorView, { about, line }: CheckFinding): void {
  const text = view.state.doc.toString();
  const start = view.state.doc.line(Math.min((line ?? 0) + 1, view.state.doc.lines)).from;
  const written = `![](${about})`;
  const at = text.indexOf(written, start);
  if (at === -1) {
    // Written in another way: its author sees it and decides.
    showLine(view, line ?? 0);
    return;
  }
  view.dispatch({
    changes: { from: at, to: at + written.length, insert: `<img src="${about}" alt="">` },
  });
}
