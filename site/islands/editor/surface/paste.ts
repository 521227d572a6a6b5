import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Marks that a plain text would lose. */
const FORMATTED = /<(?:a|b|strong|i|em|h[1-6]|ul|ol|table|pre|code|blockquote|img|del|s|hr)[\s>]/i;

/** Whether the cursor is in code, where text stays as it is. */
function inCode(state: EditorState): boolean {
  const { head } = state.selection.main;
  for (let node = syntaxTree(state).resolveInner(head, -1); node.parent; node = node.parent) {
    if (node.name === 'FencedCode' || node.name === 'InlineCode') return true;
  }
  return false;
}

/** The HTML worth converting, or null where the plain text is what is meant. */
function richText(data: DataTransfer, state: EditorState): string | null {
  // Editors of code send colours along, and nobody wants these.
  if (data.types.includes('vscode-editor-data') || inCode(state)) return null;
  const html = data.getData('text/html');
  return html !== '' && FORMATTED.test(html) ? html : null;
}

/** Whether HTML has one image and no words. */
function isPictureAlone(html: string): boolean {
  const images = html.match(/<img[\s>]/gi)?.length ?? 0;
  return images === 1 && html.replaceAll(/<[^<>]*>/g, '').trim() === '';
}

async function insertRichText(view: EditorView, html: string, plain: string): Promise<void> {
  let text = plain;
  try {
    const { markdownFromHtml } = await import('./rich-text.ts');
    text = markdownFromHtml(html) || plain;
  } catch {
    // Without the converter the words are still worth more than nothing.
  }
  view.dispatch(view.state.replaceSelection(text), {
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}

/**
 * Rich text arrives as markdown, by a converter that is fetched with the first such paste. Pasted as
 * plain text (Ctrl+Shift+V) it has no HTML, and stays as it is.
 * @param takeFiles gets pasted or dropped files; true when it does something with them
 */
export function pasting(takeFiles: (files: File[], view: EditorView, at: number) => boolean) {
  const files = (data: DataTransfer | null) => [...(data?.files ?? [])];
  return EditorView.domEventHandlers({
    paste(event, view) {
      const data = event.clipboardData;
      if (!data) return false;
      const pasted = files(data);
      const html = richText(data, view.state);
      // A picture copied out of a page comes as a file, and as HTML that leads to it.
      if (html !== null && !(pasted.length > 0 && isPictureAlone(html))) {
        event.preventDefault();
        void insertRichText(view, html, data.getData('text/plain'));
        return true;
      }
      const at = view.state.selection.main.to;
      const taken = pasted.length > 0 && takeFiles(pasted, view, at);
      if (taken) event.preventDefault();
      return taken;
    },
    drop(event, view) {
      const dropped = files(event.dataTransfer);
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      if (dropped.length === 0 || !takeFiles(dropped, view, at)) return false;
      event.preventDefault();
      return true;
    },
  });
}
