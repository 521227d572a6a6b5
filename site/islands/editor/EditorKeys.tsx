import { KeySheet } from '../ui/KeySheet.tsx';
import { keyedActions } from './surface/actions.ts';
import { shownKey } from './surface/slash-menu.ts';

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
