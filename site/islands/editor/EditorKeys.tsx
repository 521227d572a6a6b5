import { useEffect, useRef } from 'react';
import { KeySheet } from '../ui/KeySheet.tsx';
import { keyedActions, shownKey } from './surface/actions.ts';

/** Actions of shortcuts that work everywhere in the editor. */
interface Keys {
  save(): void;
  preview(): void;
  keys(): void;
  full(): void;
}

const plain: Record<string, keyof Keys | undefined> = {
  s: 'save',
  enter: 'preview',
  '/': 'keys',
};

const elsewhere: [key: string, does: string][] = [
  ['Mod-s', 'Save'],
  ['Mod-Enter', 'Preview the page'],
  ['Mod-j', 'AI helper'],
  ['Mod-Shift-f', 'Full screen, and back with Escape'],
  ['Mod-z', 'Undo'],
  ['Mod-Shift-z', 'Redo'],
  ['Mod-]', 'Indent lines'],
  ['Mod-[', 'Outdent lines'],
  ['Mod-Shift-v', 'Paste as plain text'],
  ['Mod-/', 'This list'],
];

/** Keyboard shortcuts of the editor, and how to leave the text field by keyboard. */
export function EditorKeys({ onClose }: { onClose(): void }) {
  const rows = [...keyedActions.map(({ key = '', name }) => [key, name] as const), ...elsewhere];
  const about = (
    <>
      <kbd>Tab</kbd> leaves the editor, like any other field. In a table it moves between cells:{' '}
      <kbd>Escape</kbd> and then <kbd>Tab</kbd> leaves the editor there, too. A <kbd>/</kbd> at the
      start of a line opens the list of blocks.
    </>
  );
  const keys = rows.map(([key, does]) => [shownKey(key), does] as const);
  return <KeySheet wide about={about} keys={keys} onClose={onClose} />;
}

/** Listens for the editor's shortcuts while no dialog is open. */
export function useEditorKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('dialog:modal:not(.drawer)')) return;
      const key = event.key.toLowerCase();
      const name = event.shiftKey ? { f: 'full' as const }[key] : plain[key];
      if (!name) return;
      event.preventDefault();
      current.current[name]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
