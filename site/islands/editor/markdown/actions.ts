import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { openSearchPanel } from '@codemirror/search';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { IconName } from '../EditorIcon.tsx';
import {
  calloutKinds,
  insertBlock,
  insertCallout,
  insertCodeBlock,
  insertFootnote,
} from './insert-block.ts';
import { insertLink, type LineKind, toggleLines, toggleMark } from './marks.ts';
import { insertTable } from './table-commands.ts';

/** An action on the text, available as a button, a shortcut or an entry of the slash menu. */
export interface Action {
  name: string;
  /** Key in CodeMirror's notation: `Mod` is Ctrl, or Command on a Mac. */
  key?: string;
  icon?: IconName;
  /** Additional search words of the slash menu; omitted if the action is not a block. */
  slash?: string;
  run(view: EditorView): void;
}

const change =
  (make: (state: EditorState) => TransactionSpec) =>
  (view: EditorView): void => {
    view.dispatch(make(view.state));
    view.focus();
  };

const mark = (text: string) => change((state) => toggleMark(state, text));

const lines = (kind: LineKind) => change((state) => toggleLines(state, kind));

export const bold: Action = { name: 'Bold', key: 'Mod-b', icon: 'bold', run: mark('**') };

export const italic: Action = { name: 'Italic', key: 'Mod-i', icon: 'italic', run: mark('*') };

export const strike: Action = {
  name: 'Strikethrough',
  key: 'Mod-Shift-x',
  icon: 'strike',
  run: mark('~~'),
};

export const code: Action = { name: 'Code', key: 'Mod-e', icon: 'code', run: mark('`') };

export const link: Action = { name: 'Link', key: 'Mod-k', icon: 'link', run: change(insertLink) };

export const quote: Action = {
  name: 'Quote',
  key: 'Mod-Shift-.',
  icon: 'quote',
  slash: 'blockquote citation',
  run: lines('quote'),
};

export const bullets: Action = {
  name: 'Bulleted list',
  key: 'Mod-Shift-8',
  icon: 'bullets',
  slash: 'unordered points',
  run: lines('bullets'),
};

export const numbers: Action = {
  name: 'Numbered list',
  key: 'Mod-Shift-7',
  icon: 'numbers',
  slash: 'ordered steps',
  run: lines('numbers'),
};

export const tasks: Action = {
  name: 'Task list',
  key: 'Mod-Shift-9',
  icon: 'tasks',
  slash: 'todo checkbox',
  run: lines('tasks'),
};

export const footnote: Action = {
  name: 'Footnote',
  key: 'Mod-Shift-m',
  icon: 'footnote',
  slash: 'note reference',
  run: change(insertFootnote),
};

export const rule: Action = {
  name: 'Divider',
  icon: 'rule',
  slash: 'rule line separator hr',
  run: change((state) => insertBlock(state, '---\n')),
};

export const find: Action = {
  name: 'Find and replace',
  key: 'Mod-f',
  icon: 'find',
  run: (view) => void openSearchPanel(view),
};

/** Headings below the article's title. */
export const headings: Action[] = ([2, 3, 4] as const).map((level) => ({
  name: `Heading ${level}`,
  key: `Mod-Alt-${level}`,
  slash: `h${level} title section`,
  run: lines(`heading ${level}`),
}));

const calloutNames: Record<(typeof calloutKinds)[number], string> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
};

export const callouts: Action[] = calloutKinds.map((kind) => ({
  name: calloutNames[kind],
  slash: 'callout hint box admonition',
  run: change((state) => insertCallout(state, kind)),
}));

/** Inserts a code block in a language. */
export const codeBlock = (info: string) => change((state) => insertCodeBlock(state, info));

/** All actions with a key. */
export const keyedActions: Action[] = [
  bold,
  italic,
  strike,
  code,
  link,
  ...headings,
  bullets,
  numbers,
  tasks,
  quote,
  footnote,
  find,
];

/** Entries of the slash menu, in order. */
const slashActions: Action[] = [
  ...headings,
  bullets,
  numbers,
  tasks,
  quote,
  { name: 'Code block', slash: 'fence program', run: codeBlock('') },
  { name: 'Table', slash: 'grid rows columns', run: (view) => insertTable(view, 2, 3) },
  ...callouts,
  footnote,
  rule,
];

const options: (Completion & { words: string })[] = slashActions.map((action, index) => ({
  label: action.name,
  ...(action.key && { detail: shownKey(action.key) }),
  words: `${action.name} ${action.slash ?? ''}`.toLowerCase(),
  // The order of the menu applies until a search is typed.
  boost: -index,
  apply(view, _completion, from, to) {
    view.dispatch({ changes: { from, to }, userEvent: 'input' });
    action.run(view);
  },
}));

function offer(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/^\s*\/[\w ]*$/);
  if (!typed) return null;
  const from = typed.from + typed.text.indexOf('/');
  for (
    let node = syntaxTree(context.state).resolveInner(from, -1);
    node.parent;
    node = node.parent
  ) {
    if (node.name === 'FencedCode') return null;
  }
  const searchWords = typed.text.trim().slice(1).toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = options.filter((option) =>
    searchWords.every((word) => option.words.includes(word)),
  );
  if (fitting.length === 0) return null;
  // Filtered here, because the slash is not part of a name, and synchronously on every key, because Enter
  // during an asynchronous query would insert a new line.
  const update: CompletionResult['update'] = (_current, _from, _to, now) => offer(now);
  return { from, options: fitting, filter: false, update };
}

function isMac(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.platform);
}

/** Formats `Mod-Shift-8` as on the keyboard. */
export function shownKey(key: string): string {
  const names: Record<string, string> = isMac()
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' };
  return key
    .split('-')
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(isMac() ? '' : '+');
}

/** Menu that opens when a slash is typed at the beginning of a line. */
export const slashMenu = autocompletion({
  override: [offer],
  icons: false,
  activateOnTypingDelay: 0,
  interactionDelay: 0,
  maxRenderedOptions: 40,
});
