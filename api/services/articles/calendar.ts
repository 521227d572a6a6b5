import {
  CALENDAR_PUBLISHED_MAX,
  type CalendarEntry,
  type CalendarQuery,
  type CalendarResponse,
} from '#contracts/calendar.ts';
import type { AppContext } from '../../context.ts';
import { type CalendarRow, listPlanned, listPublished } from '../../db/repositories/calendar.ts';
import { ownerZone } from './article-columns.ts';

/** Returns the scheduled and published articles of a period. */
export function getCalendar(
  { database }: Pick<AppContext, 'database'>,
  { from, to }: CalendarQuery,
): CalendarResponse {
  const range = { from: Date.parse(from), to: Date.parse(to) };
  const published = listPublished(database, { ...range, limit: CALENDAR_PUBLISHED_MAX });
  return {
    planned: listPlanned(database, range).map(toEntry),
    published: published.reverse().map(toEntry),
    zone: ownerZone({ database }),
  };
}

function toEntry({ publicId, at, newsletter, ...row }: CalendarRow): CalendarEntry {
  return {
    ...row,
    _id: publicId,
    at: new Date(at).toISOString(),
    newsletter,
  };
}
