import { DayEntries } from './DayEntries.tsx';
import { dayName, monthOf } from './month.ts';
import type { Placed } from './use-calendar.ts';

interface Props {
  month: string;
  today: string;
  days: Map<string, Placed[]>;
  onOpen(placed: Placed): void;
}

/** A month on a narrow screen: a list of the days that have entries. */
export function DayList({ month, today, days, onOpen }: Props) {
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
