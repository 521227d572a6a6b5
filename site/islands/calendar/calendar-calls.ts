import type { CalendarEntry, CalendarResponse } from '#contracts/calendar.ts';
import { shiftDay } from '#contracts/zoned-time.ts';
import { callApi } from '../../client/api-client.ts';
import { type Moment, toScheduleInput } from '../ui/moment/moment.ts';
import { weeksOf } from './month.ts';

export type Entry = CalendarEntry;

/** Loads the entries of a month with one more day on either side, because time zones differ by that much. */
export function readMonth(month: string, signal: AbortSignal): Promise<CalendarResponse> {
  const days = weeksOf(month).flat();
  const from = `${shiftDay(days[0] ?? `${month}-01`, -1)}T00:00:00Z`;
  const to = `${shiftDay(days.at(-1) ?? `${month}-28`, 2)}T00:00:00Z`;
  return callApi('GET', `/api/admin/calendar?${new URLSearchParams({ from, to })}`, { signal });
}

/** Changes an article; a conflict if it was changed or published meanwhile. */
const change = ({ _id, version }: Entry, body: object): Promise<unknown> =>
  callApi('PUT', `/api/articles/${encodeURIComponent(_id)}`, {
    body,
    headers: { 'if-match': `"${version}"` },
  });

/** Schedules it for another time. */
export const planFor = (entry: Entry, moment: Moment): Promise<unknown> =>
  change(entry, toScheduleInput(moment) ?? {});

/** Removes its time and turns it into a draft. */
export const backToDraft = (entry: Entry): Promise<unknown> =>
  change(entry, { draft: true, scheduledDate: '' });
