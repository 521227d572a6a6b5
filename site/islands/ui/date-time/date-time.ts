import {
  instantsOf,
  localTimeAt,
  offsetAt,
  offsetText,
  scheduleWindow,
} from '#contracts/zoned-time.ts';
import { browserZone } from '../../../format/dates.ts';

/**
 * A date-time as in its fields. As text it follows RFC 9557, `2026-12-01T09:00+01:00[Europe/Berlin]`; empty
 * to publish immediately. Without an offset it is incomplete.
 */
export interface DateTime {
  day: string;
  /** `09:00`, or empty while it is being typed. */
  time: string;
  zone: string;
  offset: string;
}

const shape = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})?([+-]\d{2}:\d{2})?\[([^\]]+)\])?$/;

/** Parses a text; null to publish immediately. */
export function parseDateTime(text: string): DateTime | null {
  const match = shape.exec(text);
  if (!match?.[1]) return null;
  const [, day, time, offset = '', zone] = match;
  // A day alone, the former format, means midnight.
  if (zone === undefined) return withOffset({ day, time: '00:00', zone: browserZone() });
  return { day, time: time ?? '', zone, offset };
}

export const serializeDateTime = ({ day, time, zone, offset }: DateTime): string =>
  `${day}T${time}${offset}[${zone}]`;

/** Returns the fields of a stored instant. */
export function toDateTimeText(iso: string, zone: string): string {
  const instant = Date.parse(iso);
  const [day = '', time = ''] = localTimeAt(instant, zone).split('T');
  return serializeDateTime({ day, time, zone, offset: offsetText(offsetAt(instant, zone)) });
}

/** Returns the offsets of a local time in the zone: one, none if clocks skip it, two if it occurs twice. */
export function offsetsOf({ day, time, zone }: Omit<DateTime, 'offset'>): string[] {
  if (time === '') return [];
  return instantsOf(`${day}T${time}`, zone).map((instant) => offsetText(offsetAt(instant, zone)));
}

/** Returns the date-time with its offset: the current one if it is still valid, otherwise the first. */
export function withOffset(dateTime: Omit<DateTime, 'offset'> & { offset?: string }): DateTime {
  const offsets = offsetsOf(dateTime);
  const offset = offsets.find((candidate) => candidate === dateTime.offset) ?? offsets[0] ?? '';
  return { ...dateTime, offset };
}

/** Returns the instant in milliseconds UTC, or null if it is incomplete. */
export function instantOf({ day, time, offset }: DateTime): number | null {
  return time === '' || offset === '' ? null : Date.parse(`${day}T${time}${offset}`);
}

/** Returns the values for the API, or null if it is incomplete. */
export function toScheduleInput(
  dateTime: DateTime,
): { scheduledDate: string; scheduledZone: string } | null {
  if (instantOf(dateTime) === null) return null;
  const { day, time, offset, zone } = dateTime;
  return { scheduledDate: `${day}T${time}:00${offset}`, scheduledZone: zone };
}

/** Returns the reason why this time cannot be scheduled, as a sentence. */
export function validateDateTime(dateTime: DateTime, now: number): string | null {
  const { day, time, zone } = dateTime;
  const { first, last } = scheduleWindow(now, zone);
  if (day < first || day > last) return 'Choose a day from tomorrow to 3 months ahead.';
  if (time === '') return 'Choose a time, too.';
  if (instantOf(dateTime) === null) {
    return `Clocks go forward on this day, so ${time} does not exist in ${formatZone(zone)}.`;
  }
  return null;
}

/** Formats a zone such as `America/New_York`. */
export const formatZone = (zone: string): string => zone.replaceAll('_', ' ');

/** Formats the local time in the zone: `Tuesday, December 1, 2026 at 9:00 AM`. */
export function formatDateTime(instant: number, zone: string): string {
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone: zone } as const;
  return new Intl.DateTimeFormat('en', format).format(instant);
}

const names = Intl.supportedValuesOf('timeZone');

/** Returns all time zones, the most likely ones first. */
export function zoneNames(chosen: string): string[] {
  return [...new Set([browserZone(), chosen, 'UTC', ...names])];
}
