import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { slashActions } from './actions.ts';

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
