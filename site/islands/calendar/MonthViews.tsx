import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { DayEntries } from './DayEntries.tsx';
import { dayAfterKey, dayName, monthOf, weekdayLongName, weekdayName, weeksOf } from './month.ts';
import type { DayEntry } from './use-calendar.ts';

interface DayListProps {
  month: string;
  today: string;
  days: Map<string, DayEntry[]>;
  onOpen(dayEntry: DayEntry): void;
}

interface Props {
  month: string;
  today: string;
  days: Map<string, DayEntry[]>;
  labelledBy: string;
  onMonth(month: string): void;
  onOpen(dayEntry: DayEntry): void;
  /** Called when an entry was dropped on a day. */
  onMove(dayEntry: DayEntry, day: string): void;
}

/** A month as a table: arrow keys move between days, Enter moves to the entries of a day. */
export function MonthGrid({ month, today, days, labelledBy, onMonth, onOpen, onMove }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState(today);
  const [dragged, setDragged] = useState<DayEntry | null>(null);
  const [dropDay, setDropDay] = useState<string | null>(null);
  /** True if a key has moved the choice, so that the chosen day gets the focus. */
  const isMovedByKey = useRef(false);
  const weeks = weeksOf(month);
  // The first day is the tab stop of a month without the chosen day.
  const stop = weeks.flat().includes(chosen) ? chosen : `${month}-01`;
  useLayoutEffect(() => {
    if (!isMovedByKey.current) return;
    isMovedByKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus();
  }, [stop]);

  function onKeyDown(event: KeyboardEvent<HTMLTableCellElement>, day: string) {
    if (event.target !== event.currentTarget) {
      // Moves the focus from an entry back to its day.
      if (event.key === 'Escape') event.currentTarget.focus();
      return;
    }
    if (event.key === 'Enter') {
      event.currentTarget.querySelector<HTMLElement>('.mark')?.focus();
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayAfterKey(event.key, day);
    if (next === null) return;
    event.preventDefault();
    isMovedByKey.current = true;
    setChosen(next);
    if (monthOf(next) !== month) onMonth(monthOf(next));
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days are walked by arrow keys is a grid.
    <table className="month" role="grid" aria-labelledby={labelledBy} ref={grid}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={weekdayLongName(day)}>
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid.
                role="gridcell"
                data-day={day}
                tabIndex={day === stop ? 0 : -1}
                aria-current={day === today ? 'date' : undefined}
                className={classOf({ day, month, isDropDay: dropDay === day })}
                onKeyDown={(event) => onKeyDown(event, day)}
                onFocus={() => setChosen(day)}
                onDragOver={(event) => {
                  if (!dragged) return;
                  event.preventDefault();
                  setDropDay(day);
                }}
                onDragLeave={() => setDropDay(null)}
                onDrop={(event) => {
                  event.preventDefault();
                  setDropDay(null);
                  if (dragged) onMove(dragged, day);
                }}
              >
                <span className="month__day" aria-hidden="true">
                  {Number(day.slice(8))}
                </span>
                <span className="visually-hidden">{dayName(day)}</span>
                <DayEntries
                  day={day}
                  entries={days.get(day) ?? []}
                  onDrag={setDragged}
                  onOpen={onOpen}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf({
  day,
  month,
  isDropDay,
}: {
  day: string;
  month: string;
  isDropDay: boolean;
}): string {
  const beside = monthOf(day) === month ? '' : ' month__cell--beside';
  return `month__cell${beside}${isDropDay ? ' month__cell--over' : ''}`;
}

/** A month on a narrow screen: a list of the days that have entries. */
export function DayList({ month, today, days, onOpen }: DayListProps) {
  const daysWithEntries = [...days.keys()].filter((day) => monthOf(day) === month).sort();
  return (
    <ol className="days">
      {daysWithEntries.map((day) => (
        <li key={day}>
          <h3 className="label">
            <time dateTime={day}>{dayName(day)}</time>
            {day === today && ', today'}
          </h3>
          <DayEntries day={day} entries={days.get(day) ?? []} onDrag={null} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}
