import { useEffect, useRef } from 'react';
import { keyedActions } from './surface/actions.ts';
import { shownKey } from './surface/slash-menu.ts';

const elsewhere: [key: string, does: string][] = [
  ['Mod-s', 'Save'],
  ['Mod-Enter', 'Preview the page'],
  ['Mod-Shift-f', 'Full screen, and back with Escape'],
  ['Mod-z', 'Undo'],
  ['Mod-Shift-z', 'Redo'],
  ['Mod-]', 'Indent the lines'],
  ['Mod-[', 'Indent them less'],
  ['Mod-Shift-v', 'Paste as plain text'],
  ['Mod-/', 'This list'],
];

/** The keys of the editor, and how to get out of the text by keyboard. */
export function KeySheet({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const rows = [...keyedActions.map(({ key = '', name }) => [key, name] as const), ...elsewhere];
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--wide"
      aria-labelledby="keys-title"
      onClose={onClose}
    >
      <h2 id="keys-title">Keys</h2>
      <p>
        <kbd>Tab</kbd> leaves the text, as it leaves any other field. In a table it goes from cell
        to cell: <kbd>Escape</kbd> and then <kbd>Tab</kbd> leaves the text there, too. A{' '}
        <kbd>/</kbd> at the beginning of a line opens the list of blocks.
      </p>
      <dl className="keys">
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{shownKey(key)}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="dialog__actions">
        <button
          type="button"
          className="button button--main"
          onClick={() => dialog.current?.close()}
        >
          Close
        </button>
      </p>
    </dialog>
  );
}
