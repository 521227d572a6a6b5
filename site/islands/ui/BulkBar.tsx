import type { ReactNode } from 'react';
import type { Selection } from './use-selection.ts';

interface Props {
  selection: Selection;
  legend: string;
  /** Buttons that act on the selected rows. */
  children: ReactNode;
  /** Content at the end of the bar. */
  end?: ReactNode;
}

/** Selects all rows of a list, and acts on those that are selected. */
export function BulkBar({ selection: { chosen, all, chooseAll }, legend, children, end }: Props) {
  return (
    <fieldset className="bulk-bar">
      <legend className="quiet">{legend}</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && chosen.length > 0;
          }}
          onChange={(event) => chooseAll(event.currentTarget.checked)}
        />
        Select all on this page
      </label>
      <p className="label" role="status">
        {chosen.length} selected
      </p>
      <p className="list__actions">{children}</p>
      {end}
    </fieldset>
  );
}
