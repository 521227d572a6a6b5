import type { EditorView } from '@codemirror/view';
import type { CheckFinding } from '#contracts/article-check.ts';

/** Selects the line of a finding in the text. */
export function showLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(line + 1, doc.lines));
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/** Marks an image as decorative by an explicit empty alt text: `<img src="…" alt="">`. */
export function markDecoration(view: EditorView, { about, line }: CheckFinding): void {
  const text = view.state.doc.toString();
  const start = view.state.doc.line(Math.min((line ?? 0) + 1, view.state.doc.lines)).from;
  const written = `![](${about})`;
  const at = text.indexOf(written, start);
  if (at === -1) {
    // Written with another syntax: the author has to change it.
    showLine(view, line ?? 0);
    return;
  }
  view.dispatch({
    changes: { from: at, to: at + written.length, insert: `<img src="${about}" alt="">` },
  });
}
