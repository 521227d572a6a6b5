import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { dayAt, instantsOf } from '#contracts/zoned-time.ts';
import { ApiError, ReadableError } from '../../client/api-client.ts';
import { showToast } from '../../client/show-toast.ts';
import { NEW_ARTICLE_PATH } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $timeZone, setTimeZone } from '../../stores/preferences.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import {
  type Moment,
  momentOf,
  placeOf,
  readMoment,
  validateMoment,
  zoneNames,
} from '../ui/moment/moment.ts';
import { errorMessage } from '../ui/use-loaded.ts';
import { useUrlQuery } from '../ui/use-url-query.ts';
import { useWide } from '../ui/use-wide.ts';
import { DayList, MonthGrid } from './MonthViews.tsx';
import { monthName, monthOf, shiftMonth } from './month.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { backToDraft, type Placed, planFor, useCalendar } from './use-calendar.ts';

/** Month to show; the current one if empty. */
const spec = { defaults: { month: '' }, allowed: { month: /^20\d{2}-(0[1-9]|1[0-2])$/ } };

/** Scheduled and published articles by month, in the chosen time zone. */
export function CalendarPage() {
  const zone = useStore($timeZone);
  const today = dayAt(Date.now(), zone);
  const { query, ask } = useUrlQuery(spec);
  const month = query.month || monthOf(today);
  const go = (next: string) => ask({ month: next });
  const [opened, setOpened] = useState<Placed | null>(null);
  const wide = useWide('48rem');
  const { loaded, monthData, days, reload } = useCalendar(month, zone);

  async function act(call: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await call();
      showToast({ type: 'SUCCESS', message: done });
    } finally {
      // After a failure the shown entry may be outdated.
      reload();
    }
  }
  const plan = ({ entry }: Placed, moment: Moment) =>
    act(() => planFor(entry, moment), `“${entry.title}” is rescheduled.`);

  /** A dropped article keeps its time of day in the shown zone. */
  async function move(placed: Placed, day: string) {
    const { entry, clock } = placed;
    if (dayAt(Date.parse(entry.at), zone) === day) return;
    try {
      await moveTo(placed, `${day}T${clock}`);
    } catch (error) {
      const reason = explain(error);
      showToast({ type: 'error', message: `“${entry.title}” was not moved. ${reason}` });
    }
  }
  /** @throws ReadableError if the time is invalid, ApiError */
  async function moveTo(placed: Placed, clock: string): Promise<void> {
    const [instant] = instantsOf(clock, zone);
    if (instant === undefined) {
      throw new ReadableError('Clocks go forward on this day, so this time does not exist.');
    }
    const own = placed.entry.zone ?? monthData?.zone ?? zone;
    const moment = readMoment(momentOf(new Date(instant).toISOString(), own));
    if (!moment) return;
    const fault = validateMoment(moment, Date.now());
    if (fault) throw new ReadableError(fault);
    await plan(placed, moment);
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
            ←<span className="quiet"> Previous month</span>
          </button>
          <button type="button" className="button" onClick={() => go('')}>
            Today
          </button>
          <button type="button" className="button" onClick={() => go(shiftMonth(month, 1))}>
            →<span className="quiet"> Next month</span>
          </button>
        </div>
        <ZoneChoice zone={zone} onChoose={setTimeZone} />
      </div>
      <p className="label" role="status">
        {monthData
          ? `${pluralize(inMonth(monthData.planned), 'article')} planned, ${inMonth(monthData.published)} published`
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
          onMove={(placed, day) => void move(placed, day)}
        />
      )}
      {monthData && !wide && <DayList month={month} today={today} days={days} onOpen={setOpened} />}
      {monthData && !wide && inMonth(monthData.planned) + inMonth(monthData.published) === 0 && (
        <EmptyState title="No articles this month">
          Articles with a schedule date appear here on their day.
        </EmptyState>
      )}
      {opened && (
        <PlanDialog
          key={opened.entry._id}
          placed={opened}
          zone={monthData?.zone ?? zone}
          onPlan={(moment) => plan(opened, moment)}
          onCancel={() =>
            act(() => backToDraft(opened.entry), `“${opened.entry.title}” is a draft.`)
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

/** Time zone of the calendar. */
function ZoneChoice({ zone, onChoose }: { zone: string; onChoose(zone: string): void }) {
  return (
    <label className="field calendar__zone">
      <span>Time zone</span>
      <select value={zone} onChange={(event) => onChoose(event.currentTarget.value)}>
        {zoneNames(zone).map((name) => (
          <option key={name} value={name}>
            {placeOf(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
