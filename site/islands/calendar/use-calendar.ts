import { useCallback, useMemo } from 'react';
import { clockAt } from '#contracts/zoned-time.ts';
import { useGathered } from '../ui/use-gathered.ts';
import { useLive } from '../ui/use-live.ts';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { type Entry, readMonth } from './calendar-calls.ts';

/** Milliseconds in which events of the publisher are collected before the month is loaded once. */
const GATHER_MS = 300;

/** An entry of a day; `clock` is its time of day in the chosen zone. */
export interface Placed {
  entry: Entry;
  clock: string;
  planned: boolean;
}

/** Entries of a month by day in a time zone; updated when articles are published. */
export function useCalendar(month: string, zone: string) {
  const load = useCallback((signal: AbortSignal) => readMonth(month, signal), [month]);
  const { loaded, reload } = useLoaded(load);
  const monthData = dataOf(loaded);
  const days = useMemo(() => {
    const entriesByDay = new Map<string, Placed[]>();
    const place = (entry: Entry, planned: boolean) => {
      const [day = '', clock = ''] = clockAt(Date.parse(entry.at), zone).split('T');
      entriesByDay.set(day, [...(entriesByDay.get(day) ?? []), { entry, clock, planned }]);
    };
    for (const entry of monthData?.published ?? []) place(entry, false);
    for (const entry of monthData?.planned ?? []) place(entry, true);
    for (const list of entriesByDay.values()) {
      list.sort((a, b) => a.clock.localeCompare(b.clock));
    }
    return entriesByDay;
  }, [monthData, zone]);

  const scheduleReload = useGathered(reload, GATHER_MS);
  useLive('jobs', scheduleReload);
  return { loaded, monthData, days, reload };
}
