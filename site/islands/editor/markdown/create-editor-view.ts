import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view';
import { directionOf } from '../../../format/direction.ts';
import { keyedActions, slashMenu } from './actions.ts';
import styles from './editor-view.css?inline';
import { markdownSupport } from './markdown-language.ts';
import { tableAt, tableKeys } from './table-commands.ts';
import { uploadPlaceholders } from './upload-placeholders.ts';

interface MarkdownEditorOptions {
  text: string;
  language: string;
  onChange(text: string): void;
  /** Called when the cursor enters or leaves a table. */
  onTable(within: boolean): void;
  /** Handles pasted or dropped files at this position; returns true if it accepts them. */
  onFiles(files: File[], view: EditorView, at: number): boolean;
}

/** A Markdown editor in a shadow root. */
export interface MarkdownEditor {
  view: EditorView;
  /** Replaces the text in one undoable step. */
  setText(text: string): void;
  setLanguage(language: string): void;
  setInvalid(message: string | undefined): void;
  destroy(): void;
}

/** Labels of the search panel. */
const phrases = EditorState.phrases.of({
  Find: 'Find',
  Replace: 'Replace with',
  next: 'next',
  previous: 'previous',
  all: 'select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'replace',
  'replace all': 'replace all',
  close: 'Close find and replace',
  Completions: 'Blocks',
});

function boundKey(key: string, handler: (view: EditorView) => void): KeyBinding {
  const run = (view: EditorView) => {
    handler(view);
    return true;
  };
  return { key, run, preventDefault: true };
}

/**
 * Handles text typed over a selection. Chromium would keep the style of the replaced text in a style
 * attribute, which the CSP blocks with an error.
 */
const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || isComposing || !data) return false;
    if (view.state.selection.main.empty) return false;
    event.preventDefault();
    const change = view.state.replaceSelection(data);
    view.dispatch(change, { scrollIntoView: true, userEvent: 'input.type' });
    return true;
  },
});

/** Creates the editor in `host`; its shadow root keeps its styles within the CSP. */
export function createEditorView(
  host: HTMLElement,
  options: MarkdownEditorOptions,
): MarkdownEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  // biome-ignore lint/plugin: The editor is a CodeMirror view and not rendered by React.
  root.replaceChildren();
  const attributes = new Compartment();
  let [language, invalid] = [options.language, undefined as string | undefined];
  let within = false;

  const contentAttributes = () => {
    const direction = directionOf(language);
    return EditorView.contentAttributes.of({
      'aria-label': 'Markdown',
      'aria-description': 'Type / on an empty line for blocks. Ctrl+/ lists the shortcuts.',
      spellcheck: 'true',
      autocapitalize: 'sentences',
      autocorrect: 'on',
      ...(language && { lang: language }),
      ...(direction && { dir: direction }),
      ...(invalid && { 'aria-invalid': 'true' }),
    });
  };

  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        history(),
        markdownSupport,
        EditorView.lineWrapping,
        placeholder('Write, or type / for blocks.'),
        search({ top: true }),
        phrases,
        slashMenu,
        typingOver,
        uploadPlaceholders,
        pasteHandlers(options.onFiles),
        attributes.of(contentAttributes()),
        Prec.high(keymap.of(tableKeys)),
        keymap.of([
          ...keyedActions.flatMap(({ key, run }) => (key ? [boundKey(key, run)] : [])),
          ...searchKeymap,
          ...historyKeymap,
          // Ctrl+/ and Ctrl+Enter are shortcuts of the whole editor page.
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-/' && key !== 'Mod-Enter'),
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
          if (!update.docChanged && !update.selectionSet) return;
          const now = tableAt(update.state) !== null;
          if (now !== within) options.onTable(now);
          within = now;
        }),
      ],
    }),
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];

  const renewAttributes = () =>
    view.dispatch({ effects: attributes.reconfigure(contentAttributes()) });
  return {
    view,
    setText(text) {
      // Replaces only the difference, so that the caret stays.
      view.dispatch({ changes: changeBetween(view.state.doc.toString(), text) });
    },
    setLanguage(next) {
      language = next;
      renewAttributes();
    },
    setInvalid(message) {
      invalid = message;
      host.toggleAttribute('data-invalid', message !== undefined);
      renewAttributes();
    },
    destroy: () => view.destroy(),
  };
}

function changeBetween(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

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
function isImageAlone(html: string): boolean {
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
function pasteHandlers(takeFiles: (files: File[], view: EditorView, at: number) => boolean) {
  const files = (data: DataTransfer | null) => [...(data?.files ?? [])];
  return EditorView.domEventHandlers({
    paste(event, view) {
      const data = event.clipboardData;
      if (!data) return false;
      const pasted = files(data);
      const html = richText(data, view.state);
      // An image copied from a page comes as a file and as HTML with its URL.
      if (html !== null && !(pasted.length > 0 && isImageAlone(html))) {
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
