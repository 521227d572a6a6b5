import { KeySheet } from '../KeySheet.tsx';
import { keyedActions } from './surface/actions.ts';
import { shownKey } from './surface/slash-menu.ts';

const elsewhere: [key: string, does: string][] = [
  ['Mod-s', 'Save'],
  ['Mod-Enter', 'Preview the page'],
  ['Mod-j', 'Help with words'],
  ['Mod-Shift-f', 'Full screen, and back with Escape'],
  ['Mod-z', 'Undo'],
  ['Mod-Shift-z', 'Redo'],
  ['Mod-]', 'Indent the lines'],
  ['Mod-[', 'Indent them less'],
  ['Mod-Shift-v', 'Paste as plain text'],
  ['Mod-/', 'This list'],
];

/** The keys of the editor, and how to get out of the text by keyboard. */
export function EditorKeys({ onClose }: { onClose(): void }) {
  const rows = [...keyedActions.map(({ key = '', name }) => [key, name] as const), ...elsewhere];
  const about = (
    <>
      <kbd>Tab</kbd> leaves the text, as it leaves any other field. In a table it goes from cell to
      cell: <kbd>Escape</kbd> and then <kbd>Tab</kbd> leaves the text there, too. A <kbd>/</kbd> at
      the beginning of a line opens the list of blocks.
    </>
  );
  const keys = rows.map(([key, does]) => [shownKey(key), does] as const);
  return <KeySheet wide about={about} keys={keys} onClose={onClose} />;
}
