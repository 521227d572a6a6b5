import { useState } from 'react';
import { articlePath } from '../../format/links.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { dayName } from './month.ts';
import type { DayEntry } from './use-calendar.ts';

interface EntryMarkProps {
  dayEntry: DayEntry;
  /** Null if the entry cannot be dragged. */
  onDrag: ((dragged: DayEntry | null) => void) | null;
  onOpen(dayEntry: DayEntry): void;
}

const services = { linkedin: 'LinkedIn', dev: 'dev.to', medium: 'Medium' } as const;

/** Maximum number of entries that the calendar shows per day. */
const SHOWN_MAX = 4;

interface Props {
  day: string;
  entries: DayEntry[];
  /** Null if entries cannot be dragged. */
  onDrag: ((dragged: DayEntry | null) => void) | null;
  onOpen(dayEntry: DayEntry): void;
}

/** Entries of a day. If there are more than four, a dialog shows all. */
export function DayEntries({ day, entries, onDrag, onOpen }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = entries.length > SHOWN_MAX ? entries.slice(0, SHOWN_MAX) : entries;
  return (
    <>
      {shown.map((dayEntry) => (
        <EntryMark key={dayEntry.entry._id} dayEntry={dayEntry} onDrag={onDrag} onOpen={onOpen} />
      ))}
      {shown.length < entries.length && (
        <button type="button" className="mark mark--more" onClick={() => setIsOpen(true)}>
          + {entries.length - shown.length} more
          <span className="visually-hidden"> on {dayName(day)}</span>
        </button>
      )}
      {isOpen && (
        <DayDialog
          day={day}
          entries={entries}
          onOpen={(dayEntry) => {
            setIsOpen(false);
            onOpen(dayEntry);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface DialogProps extends Pick<Props, 'day' | 'entries' | 'onOpen'> {
  onClose(): void;
}

function DayDialog({ day, entries, onOpen, onClose }: DialogProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  return (
    <dialog
      {...dialog}
      className="dialog day-dialog"
      // The keys of the calendar's grid do not apply in the dialog.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={titleId}>{dayName(day)}</h2>
      <ul className="day-dialog__entries">
        {entries.map((dayEntry) => (
          <li key={dayEntry.entry._id}>
            <EntryMark dayEntry={dayEntry} onDrag={null} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <p className="dialog__actions">
        <button type="button" className="button button--main" onClick={close}>
          Close
        </button>
      </p>
    </dialog>
  );
}

/** An article on its day: scheduled ones open their dialog, published ones their page. */
function EntryMark({ dayEntry, onDrag, onOpen }: EntryMarkProps) {
  const { entry, time, scheduled } = dayEntry;
  const label = (
    <>
      <time dateTime={entry.at}>{time}</time>{' '}
      <span lang={entry.language} dir="auto">
        {entry.title}
      </span>
    </>
  );
  if (!scheduled) {
    return (
      <a className="mark mark--live" href={articlePath(entry.slug)}>
        {label}
        <span className="visually-hidden">, published</span>
      </a>
    );
  }
  const draft = entry.state === 'draft';
  const extras = extrasOf(dayEntry);
  return (
    <button
      type="button"
      className={`mark ${draft ? 'mark--draft' : 'mark--scheduled'}`}
      draggable={onDrag !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', entry.title);
        onDrag?.(dayEntry);
      }}
      onDragEnd={() => onDrag?.(null)}
      onClick={() => onOpen(dayEntry)}
    >
      {label}
      <span className="visually-hidden">, {draft ? 'draft' : 'scheduled'}</span>
      {draft && (
        <span className="mark__extra" aria-hidden="true">
          Draft
        </span>
      )}
      {extras !== '' && <span className="mark__extra">{extras}</span>}
    </button>
  );
}

/** Follow-up actions of the publication. */
export function extrasOf({ entry }: Pick<DayEntry, 'entry'>): string {
  const posts = entry.posts.map((target) => services[target]);
  return [...(entry.newsletter ? ['Newsletter'] : []), ...posts].join(', ');
}
