import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { dayAt, instantsOf, shiftMonth } from '#contracts/zoned-time.ts';
import { ApiError, ReadableError } from '../../client/api-client.ts';
import { editPath, NEW_ARTICLE_PATH } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $timeZone, setTimeZone } from '../../stores/preferences.ts';
import { showToast } from '../../stores/toasts.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { DateTimeField } from '../ui/date-time/DateTimeField.tsx';
import {
  type DateTime,
  formatZone,
  parseDateTime,
  serializeDateTime,
  toDateTimeText,
  validateDateTime,
  zoneNames,
} from '../ui/date-time/date-time.ts';
import { SelectField } from '../ui/Field.tsx';
import { EmptyState, ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { errorMessage } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useSearchParams } from '../ui/use-search-params.ts';
import { extrasOf } from './DayEntries.tsx';
import { DayList, MonthGrid } from './MonthViews.tsx';
import { monthName, monthOf } from './month.ts';
import { backToDraft, type DayEntry, rescheduleArticle, useCalendar } from './use-calendar.ts';

/** Month to show; the current one if empty. */
const spec = { defaults: { month: '' }, allowed: { month: /^20\d{2}-(0[1-9]|1[0-2])$/ } };

/** Scheduled and published articles by month, in the chosen time zone. */
export function CalendarPage() {
  const zone = useStore($timeZone);
  const today = dayAt(Date.now(), zone);
  const { query, changeQuery } = useSearchParams(spec);
  const month = query.month || monthOf(today);
  const go = (next: string) => changeQuery({ month: next });
  const [opened, setOpened] = useState<DayEntry | null>(null);
  const wide = useMediaQuery('(width >= 48rem)');
  const { loaded, monthData, days, reload } = useCalendar(month, zone);

  async function runAction(call: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await call();
      showToast({ type: 'SUCCESS', message: done });
    } finally {
      // After a failure the shown entry may be outdated.
      reload();
    }
  }
  const reschedule = ({ entry }: DayEntry, dateTime: DateTime) =>
    runAction(() => rescheduleArticle(entry, dateTime), `“${entry.title}” is rescheduled.`);

  /** A dropped article keeps its time of day in the shown zone. */
  async function move(dayEntry: DayEntry, day: string) {
    const { entry, time } = dayEntry;
    if (dayAt(Date.parse(entry.at), zone) === day) return;
    try {
      await moveTo(dayEntry, `${day}T${time}`);
    } catch (error) {
      const reason = explain(error);
      showToast({ type: 'error', message: `“${entry.title}” was not moved. ${reason}` });
    }
  }
  /** @throws ReadableError if the time is invalid, ApiError */
  async function moveTo(dayEntry: DayEntry, time: string): Promise<void> {
    const [instant] = instantsOf(time, zone);
    if (instant === undefined) {
      throw new ReadableError('Clocks go forward on this day, so this time does not exist.');
    }
    const own = dayEntry.entry.zone ?? monthData?.zone ?? zone;
    const dateTime = parseDateTime(toDateTimeText(new Date(instant).toISOString(), own));
    if (!dateTime) return;
    const fault = validateDateTime(dateTime, Date.now());
    if (fault) throw new ReadableError(fault);
    await reschedule(dayEntry, dateTime);
  }

  const inMonth = (list: { at: string }[] = []) =>
    list.filter(({ at }) => monthOf(dayAt(Date.parse(at), zone)) === month).length;
  return (
    <section aria-labelledby="calendar-title">
      <div className="page-title list__head list__title">
        <h1 id="calendar-title">Calendar</h1>
        <a className="button button--main" href={NEW_ARTICLE_PATH}>
          Create Post
        </a>
      </div>
      <div className="list__bar calendar__bar">
        <h2 id="calendar-month" aria-live="polite">
          {monthName(`${month}-01`)}
        </h2>
        <div className="calendar__moves">
          <button type="button" className="button" onClick={() => go(shiftMonth(month, -1))}>
            ←<span className="visually-hidden"> Previous month</span>
          </button>
          <button type="button" className="button" onClick={() => go('')}>
            Today
          </button>
          <button type="button" className="button" onClick={() => go(shiftMonth(month, 1))}>
            →<span className="visually-hidden"> Next month</span>
          </button>
        </div>
        <SelectField
          className="calendar__zone"
          label="Time zone"
          name="zone"
          value={zone}
          options={zoneNames(zone).map((name) => ({ value: name, name: formatZone(name) }))}
          onChange={setTimeZone}
        />
      </div>
      <p className="label" role="status">
        {monthData
          ? `${pluralize(inMonth(monthData.scheduled), 'article')} scheduled, ${inMonth(monthData.published)} published`
          : ' '}
      </p>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !monthData && <ListSkeleton label="Loading the calendar" />}
      {monthData && wide && (
        <MonthGrid
          month={month}
          today={today}
          days={days}
          labelledBy="calendar-month"
          onMonth={go}
          onOpen={setOpened}
          onMove={(dayEntry, day) => void move(dayEntry, day)}
        />
      )}
      {monthData && !wide && <DayList month={month} today={today} days={days} onOpen={setOpened} />}
      {monthData && !wide && inMonth(monthData.scheduled) + inMonth(monthData.published) === 0 && (
        <EmptyState title="No articles this month">
          Articles with a schedule date appear here on their day.
        </EmptyState>
      )}
      {opened && (
        <ScheduleDialog
          key={opened.entry._id}
          dayEntry={opened}
          zone={monthData?.zone ?? zone}
          onReschedule={(dateTime) => reschedule(opened, dateTime)}
          onCancel={() =>
            runAction(() => backToDraft(opened.entry), `“${opened.entry.title}” is a draft.`)
          }
          explain={explain}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

/** Returns the reason why a schedule could not be changed, as a sentence. */
function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.code === 'EDIT_CONFLICT') {
    return 'It was changed elsewhere or has been published. Please close this dialog and open it again.';
  }
  return Object.values(error.fields)[0] ?? error.message;
}

interface Props {
  dayEntry: DayEntry;
  /** Time zone for times without one of their own. */
  zone: string;
  onReschedule(dateTime: DateTime): Promise<unknown>;
  onCancel(): Promise<unknown>;
  /** Returns the reason for a failure as a sentence. */
  explain(error: unknown): string;
  onClose(): void;
}

/** A scheduled article: change its time, turn it back into a draft, or open the editor. */
function ScheduleDialog({ dayEntry, zone, onReschedule, onCancel, explain, onClose }: Props) {
  const { entry } = dayEntry;
  const { dialog, titleId, close } = useDialog(onClose);
  const stored = toDateTimeText(entry.at, entry.zone ?? zone);
  const [dateTime, setDateTime] = useState(parseDateTime(stored));
  /** Reason why the schedule could not be removed. */
  const [failure, setFailure] = useState<string | undefined>();
  const draft = entry.state === 'draft';
  const extras = extrasOf(dayEntry);

  const isSame = dateTime !== null && serializeDateTime(dateTime) === stored;
  const { form, button, errors } = useForm({
    check: () => {
      const fault = isSame ? null : findError(dateTime);
      return { ...(fault && { scheduledDate: fault }) };
    },
    send: async () => dateTime && !isSame && onReschedule(dateTime),
    onDone: close,
    explain,
  });

  async function cancel() {
    try {
      await onCancel();
      close();
    } catch (error) {
      setFailure(explain(error));
    }
  }

  return (
    <dialog {...dialog} className="dialog schedule-dialog">
      <h2 id={titleId} lang={entry.language} dir="auto">
        {entry.title}
      </h2>
      <p className="plan__state">
        <span className={`chip chip--${entry.state}`}>{draft ? 'Draft' : 'Scheduled'}</span>{' '}
        {draft
          ? 'Still a draft. Publish it in the editor so that it goes live at this time.'
          : extras && `At the same time: ${extras}.`}{' '}
        <a href={editPath(entry._id)}>Open in the editor</a>
      </p>
      <form className="form" {...form}>
        <DateTimeField
          value={dateTime}
          defaults={{ zone, time: '09:00' }}
          error={failure ?? errors.fields.scheduledDate ?? (errors.form || undefined)}
          hint="Choose a day from tomorrow to 3 months ahead."
          onChange={(next) => {
            setDateTime(next);
            setFailure(undefined);
          }}
          onZone={() => undefined}
        />
        <p className="dialog__actions plan__actions">
          <BusyButton className="button" onPress={cancel}>
            {draft ? 'Remove schedule' : 'Back to draft'}
          </BusyButton>
          <button type="button" className="button" onClick={close}>
            Close
          </button>
          <button className="button button--main" {...button}>
            Save schedule
          </button>
        </p>
      </form>
    </dialog>
  );
}

const findError = (dateTime: DateTime | null): string | null =>
  dateTime ? validateDateTime(dateTime, Date.now()) : 'Choose a day or remove the schedule.';
