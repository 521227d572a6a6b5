import { useState } from 'react';
import { dayAt, instantsOf } from '#contracts/zoned-time.ts';
import { showToast } from '../../client/show-toast.ts';
import { counted } from '../../lib/format.ts';
import { NEW_ARTICLE_PATH } from '../../lib/links.ts';
import { EmptyState } from '../EmptyState.tsx';
import { useWide } from '../editor/use-wide.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { faultOf, type Moment, momentOf, readMoment } from '../schedule/moment.ts';
import { useZone } from '../schedule/zone.ts';
import { backToDraft, planFor } from './calendar-calls.ts';
import { DayList } from './DayList.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { monthName, monthOf, shiftMonth } from './month.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { reasonOf } from './reason.ts';
import { type Placed, useCalendar } from './use-calendar.ts';
import { ZoneChoice } from './ZoneChoice.tsx';

/** What is planned, month by month, in the zone that one looks through. */
export function CalendarPage() {
  const [zone, setZone] = useZone();
  const today = dayAt(Date.now(), zone);
  const [month, setMonth] = useState(() => monthInAddress() ?? monthOf(today));
  const [opened, setOpened] = useState<Placed | null>(null);
  const wide = useWide('48rem');
  const { loaded, known, days, reload } = useCalendar(month, zone);

  function go(next: string) {
    setMonth(next);
    history.replaceState(null, '', `?month=${next}`);
  }
  /** @returns why it was not done, or null */
  async function act(call: () => Promise<unknown>, done: string): Promise<string | null> {
    try {
      await call();
      void showToast({ type: 'SUCCESS', message: done });
      return null;
    } catch (error) {
      return reasonOf(error);
    } finally {
      reload();
    }
  }
  const plan = ({ entry }: Placed, moment: Moment) =>
    act(() => planFor(entry, moment), `“${entry.title}” has another time.`);

  /** Dropped on another day, it keeps the time of day that is seen here. */
  async function move(placed: Placed, day: string) {
    const { entry, clock } = placed;
    if (dayAt(Date.parse(entry.at), zone) === day) return;
    const reason = await moveTo(placed, `${day}T${clock}`);
    if (reason) {
      void showToast({ type: 'error', message: `“${entry.title}” stays where it was. ${reason}` });
    }
  }
  async function moveTo(placed: Placed, clock: string): Promise<string | null> {
    const [instant] = instantsOf(clock, zone);
    if (instant === undefined) return 'Clocks skip that time on that day.';
    const own = placed.entry.zone ?? known?.zone ?? zone;
    const moment = readMoment(momentOf(new Date(instant).toISOString(), own));
    if (!moment) return null;
    return faultOf(moment, Date.now()) ?? (await plan(placed, moment));
  }

  const inMonth = (list: { at: string }[] = []) =>
    list.filter(({ at }) => monthOf(dayAt(Date.parse(at), zone)) === month).length;
  return (
    <section aria-labelledby="calendar-title">
      <div className="page-title inbox__title calendar__title">
        <h1 id="calendar-title">Calendar</h1>
        <a className="button button--main" href={NEW_ARTICLE_PATH}>
          Create Post
        </a>
      </div>
      <div className="inbox__filters calendar__bar">
        <h2 id="calendar-month" aria-live="polite">
          {monthName(`${month}-01`)}
        </h2>
        <div className="calendar__moves">
          <button type="button" className="button" onClick={() => go(shiftMonth(month, -1))}>
            ←<span className="quiet"> Month before</span>
          </button>
          <button type="button" className="button" onClick={() => go(monthOf(today))}>
            Today
          </button>
          <button type="button" className="button" onClick={() => go(shiftMonth(month, 1))}>
            →<span className="quiet"> Month after</span>
          </button>
        </div>
        <ZoneChoice zone={zone} onChoose={setZone} />
      </div>
      <p className="label" role="status">
        {known
          ? `${counted(inMonth(known.planned), 'article')} planned, ${inMonth(known.published)} published`
          : ' '}
      </p>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !known && <ListSkeleton label="Loading the calendar" />}
      {known && wide && (
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
      {known && !wide && <DayList month={month} today={today} days={days} onOpen={setOpened} />}
      {known && !wide && inMonth(known.planned) + inMonth(known.published) === 0 && (
        <EmptyState title="Nothing in this month">
          An article that has a schedule date stands here on its day.
        </EmptyState>
      )}
      {opened && (
        <PlanDialog
          key={opened.entry._id}
          placed={opened}
          zone={known?.zone ?? zone}
          onPlan={(moment) => plan(opened, moment)}
          onCancel={() =>
            act(() => backToDraft(opened.entry), `“${opened.entry.title}” is a draft.`)
          }
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

/** The month that the address names, if it names one. */
function monthInAddress(): string | null {
  const wished = new URLSearchParams(location.search).get('month') ?? '';
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(wished) ? wished : null;
}
