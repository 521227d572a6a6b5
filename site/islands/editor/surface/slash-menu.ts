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
  // Unless somebody types, the order is ours.
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
  const words = typed.text.trim().slice(1).toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = options.filter((option) => words.every((word) => option.words.includes(word)));
  if (fitting.length === 0) return null;
  // Filtered here: the slash is no part of a name. And at once with every key, because an Enter
  // that comes while the list is being asked for would be a new line.
  const update: CompletionResult['update'] = (_current, _from, _to, now) => offer(now);
  return { from, options: fitting, filter: false, update };
}

function isMac(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.platform);
}

/** `Mod-Shift-8` as it stands on the keyboard. */
export function shownKey(key: string): string {
  const names: Record<string, string> = isMac()
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' };
  return key
    .split('-')
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(isMac() ? '' : '+');
}

/** What a slash at the beginning of a line opens. */
export const slashMenu = autocompletion({
  override: [offer],
  icons: false,
  activateOnTypingDelay: 0,
  interactionDelay: 0,
  maxRenderedOptions: 40,
});
