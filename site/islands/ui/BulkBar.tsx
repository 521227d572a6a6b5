import { type ReactNode, useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

interface Props {
  selection: Selection;
  legend: string;
  className?: string;
  /** Label of the box that selects all rows. */
  label?: string;
  /** Buttons that act on the selected rows. */
  children: ReactNode;
  /** Content at the end of the bar. */
  end?: ReactNode;
}

/** Selects all rows of a list, and acts on those that are selected. */
export function BulkBar({ selection: { chosen, all, chooseAll }, legend, ...props }: Props) {
  const { className = 'bulk-bar', label = 'Select all on this page', children, end } = props;
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{legend}</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && chosen.length > 0;
          }}
          onChange={(event) => chooseAll(event.currentTarget.checked)}
        />
        {label}
      </label>
      <p className="label" role="status">
        {chosen.length} selected
      </p>
      <p className="list__actions">{children}</p>
      {end}
    </fieldset>
  );
}

/**
 * The selected rows of a list, and the row on which shortcuts act.
 * @param rowId returns the ID of the element of a row, for shortcuts that move between rows
 */
export function useSelection(ids: string[], rowId = (id: string) => id) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<{ id: string; index: number } | null>(null);
  const chosen = ids.filter((id) => selected.has(id));
  // Entries that have left the list are no longer selected, even if they return.
  if ([...selected].some((id) => !ids.includes(id))) setSelected(new Set(chosen));
  // If the row is gone, the one in its place is next.
  const place = at === null ? -1 : ids.includes(at.id) ? ids.indexOf(at.id) : at.index;
  const current = ids[Math.min(place, ids.length - 1)] ?? null;
  const choose = (id: string, choice: boolean) => {
    const next = new Set(chosen);
    if (choice) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const setCurrent = (id: string) => setAt({ id, index: ids.indexOf(id) });
  return {
    chosen,
    current,
    /** Rows that a shortcut acts on: all selected ones, or the current one. */
    acted: chosen.length > 0 ? chosen : current === null ? [] : [current],
    all: ids.length > 0 && chosen.length === ids.length,
    has: (id: string) => selected.has(id),
    choose,
    deselect: (decided: string[]) =>
      setSelected((now) => new Set([...now].filter((id) => !decided.includes(id)))),
    chooseAll: (choice: boolean) => setSelected(new Set(choice ? ids : [])),
    setCurrent,
    toggleCurrent() {
      if (current !== null) choose(current, !selected.has(current));
    },
    move(by: 1 | -1) {
      const present = at !== null && ids.includes(at.id);
      // If a row is gone, the next one is already in its place.
      const from = !present && by === 1 && at !== null ? place - 1 : place;
      const next = ids[Math.max(0, Math.min(from + by, ids.length - 1))];
      if (next === undefined) return;
      setCurrent(next);
      document.getElementById(rowId(next))?.focus();
    },
  };
}
