import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Elements that plain text would lose. */
const FORMATTED = /<(?:a|b|strong|i|em|h[1-6]|ul|ol|table|pre|code|blockquote|img|del|s|hr)[\s>]/i;

/** True if the cursor is in code, where pasted text is not converted. */
function inCode(state: EditorState): boolean {
  const { head } = state.selection.main;
  for (let node = syntaxTree(state).resolveInner(head, -1); node.parent; node = node.parent) {
    if (node.name === 'FencedCode' || node.name === 'InlineCode') return true;
  }
  return false;
}

/** Returns the HTML to convert, or null if the plain text is better. */
function richText(data: DataTransfer, state: EditorState): string | null {
  // Code editors add colours, which are not wanted.
  if (data.types.includes('vscode-editor-data') || inCode(state)) return null;
  const html = data.getData('text/html');
  return html !== '' && FORMATTED.test(html) ? html : null;
}

/** True if HTML consists of one image without text. */
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
    // If the converter cannot be loaded, the plain text is inserted.
  }
  view.dispatch(view.state.replaceSelection(text), {
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}

/**
 * Converts pasted rich text to Markdown; the converter is loaded on first use. Text pasted with Ctrl+Shift+V
 * has no HTML and is not converted.
 * @param takeFiles receives pasted or dropped files; returns true if it accepts them
 */
export function pasting(takeFiles: (files: File[], view: EditorView, at: number) => boolean) {
  const files = (data: DataTransfer | null) => [...(data?.files ?? [])];
  return EditorView.domEventHandlers({
    paste(event, view) {
      const data = event.clipboardData;
      if (!data) return false;
      const pasted = files(data);
      const html = richText(data, view.state);
      // An image copied from a page comes as a file and as HTML with its URL.
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
