import { useCallback, useEffect, useMemo } from 'react';
import type { CalendarEntry, CalendarResponse } from '#contracts/calendar.ts';
import { localTimeAt, shiftDay } from '#contracts/zoned-time.ts';
import { callApi } from '../../client/api-client.ts';
import { followEvents } from '../../stores/live.ts';
import { type DateTime, toScheduleInput } from '../ui/date-time/date-time.ts';
import { useDebouncedCallback } from '../ui/timers.ts';
import { useFetch } from '../ui/use-fetch.ts';
import { weeksOf } from './month.ts';

type Entry = CalendarEntry;

/** Changes an article; a conflict if it was changed or published meanwhile. */
const changeEntry = ({ _id, version }: Entry, body: object): Promise<unknown> =>
  callApi('PUT', `/api/articles/${encodeURIComponent(_id)}`, {
    body,
    headers: { 'if-match': `"${version}"` },
  });

/** Schedules it for another time. */
export const rescheduleArticle = (entry: Entry, dateTime: DateTime): Promise<unknown> =>
  changeEntry(entry, toScheduleInput(dateTime) ?? {});

/** Removes its time and turns it into a draft. */
export const backToDraft = (entry: Entry): Promise<unknown> =>
  changeEntry(entry, { draft: true, scheduledDate: '' });

/** Milliseconds in which events of the publisher are collected before the month is loaded once. */
const GATHER_MS = 300;

/** Entry of one day of the calendar. `time` is its time of day in the chosen zone, such as `09:30`. */
export interface DayEntry {
  entry: Entry;
  time: string;
  scheduled: boolean;
}

/** Entries of a month by day in a time zone; updated when articles are published. */
export function useCalendar(month: string, zone: string) {
  const load = useCallback((signal: AbortSignal) => readMonth(month, signal), [month]);
  const { loaded, reload } = useFetch(load);
  const monthData = loaded.value;
  const days = useMemo(() => {
    const entriesByDay = new Map<string, DayEntry[]>();
    const place = (entry: Entry, scheduled: boolean) => {
      const [day = '', time = ''] = localTimeAt(Date.parse(entry.at), zone).split('T');
      entriesByDay.set(day, [...(entriesByDay.get(day) ?? []), { entry, time, scheduled }]);
    };
    for (const entry of monthData?.published ?? []) place(entry, false);
    for (const entry of monthData?.scheduled ?? []) place(entry, true);
    for (const list of entriesByDay.values()) {
      list.sort((a, b) => a.time.localeCompare(b.time));
    }
    return entriesByDay;
  }, [monthData, zone]);

  const scheduleReload = useDebouncedCallback(reload, GATHER_MS);
  useEffect(
    () => followEvents('jobs', { event: scheduleReload, joined: scheduleReload }),
    [scheduleReload],
  );
  return { loaded, monthData, days, reload };
}

/** Loads the entries of a month with one more day on either side, because time zones differ by that much. */
function readMonth(month: string, signal: AbortSignal): Promise<CalendarResponse> {
  const days = weeksOf(month).flat();
  const from = `${shiftDay(days[0] ?? `${month}-01`, -1)}T00:00:00Z`;
  const to = `${shiftDay(days.at(-1) ?? `${month}-28`, 2)}T00:00:00Z`;
  return callApi('GET', `/api/admin/calendar?${new URLSearchParams({ from, to })}`, { signal });
}
