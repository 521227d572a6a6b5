import type { Command, EditorView } from '@codemirror/view';
import { EditorIcon } from '../EditorIcon.tsx';
import { addColumn, addRow, alignColumn, removeColumn, removeRow } from './table-commands.ts';

/** Actions on the table at the cursor. */
export function TableBar({ view }: { view: EditorView | null }) {
  const run = (command: Command) => () => {
    if (!view) return;
    command(view);
    view.focus();
  };
  const aligned = (name: 'left' | 'center' | 'right') => (
    <button
      type="button"
      aria-label={`Align column ${name}`}
      title={`Align column ${name}`}
      onClick={run(alignColumn(name))}
    >
      <EditorIcon name={name} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring looks and a legend along.
    <div className="table-bar" role="group" aria-label="Table">
      <button type="button" onClick={run(addRow)}>
        Add row
      </button>
      <button type="button" onClick={run(addColumn)}>
        Add column
      </button>
      <button type="button" onClick={run(removeRow)}>
        Remove row
      </button>
      <button type="button" onClick={run(removeColumn)}>
        Remove column
      </button>
      {aligned('left')}
      {aligned('center')}
      {aligned('right')}
    </div>
  );
}
