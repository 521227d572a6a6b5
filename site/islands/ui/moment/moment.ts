import {
  clockAt,
  instantsOf,
  offsetAt,
  offsetText,
  scheduleWindow,
} from '#contracts/zoned-time.ts';

/**
 * When something goes live, as its fields have it. As one text it is written in the way of RFC 9557,
 * `2026-12-01T09:00+01:00[Europe/Berlin]`; empty for at once. Without an offset it is no time yet.
 */
export interface Moment {
  day: string;
  /** `09:00`, or empty while it is being typed. */
  time: string;
  zone: string;
  offset: string;
}

const shape = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})?([+-]\d{2}:\d{2})?\[([^\]]+)\])?$/;

/** The zone of this browser. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a text says, or null for at once. */
export function readMoment(text: string): Moment | null {
  const match = shape.exec(text);
  if (!match?.[1]) return null;
  const [, day, time, offset = '', zone] = match;
  // A day alone, as it was written before there were times, began at midnight.
  if (zone === undefined) return placed({ day, time: '00:00', zone: browserZone() });
  return { day, time: time ?? '', zone, offset };
}

export const writeMoment = ({ day, time, zone, offset }: Moment): string =>
  `${day}T${time}${offset}[${zone}]`;

/** A stored instant, as its fields show it. */
export function momentOf(iso: string, zone: string): string {
  const instant = Date.parse(iso);
  const [day = '', time = ''] = clockAt(instant, zone).split('T');
  return writeMoment({ day, time, zone, offset: offsetText(offsetAt(instant, zone)) });
}

/** Offsets at which clocks of the zone show this time: one, none where they skip it, two where it comes twice. */
export function offsetsOf({ day, time, zone }: Omit<Moment, 'offset'>): string[] {
  if (time === '') return [];
  return instantsOf(`${day}T${time}`, zone).map((instant) => offsetText(offsetAt(instant, zone)));
}

/** The same with its offset: the one it had where that still fits, else the first there is. */
export function placed(moment: Omit<Moment, 'offset'> & { offset?: string }): Moment {
  const offsets = offsetsOf(moment);
  const offset = offsets.find((one) => one === moment.offset) ?? offsets[0] ?? '';
  return { ...moment, offset };
}

/** The instant, milliseconds UTC, or null while there is none. */
export function instantOf({ day, time, offset }: Moment): number | null {
  return time === '' || offset === '' ? null : Date.parse(`${day}T${time}${offset}`);
}

/** What of it an API call takes, or null while it is no time. */
export function wishOf(moment: Moment): { scheduledDate: string; scheduledZone: string } | null {
  if (instantOf(moment) === null) return null;
  const { day, time, offset, zone } = moment;
  return { scheduledDate: `${day}T${time}:00${offset}`, scheduledZone: zone };
}

/** Why nothing can be scheduled for then, in a sentence. */
export function faultOf(moment: Moment, now: number): string | null {
  const { day, time, zone } = moment;
  const { first, last } = scheduleWindow(now, zone);
  if (day < first || day > last) return 'Choose a day from tomorrow to 3 months ahead.';
  if (time === '') return 'Choose a time, too.';
  if (instantOf(moment) === null) {
    return `Clocks go forward on this day, so ${time} does not exist in ${placeOf(zone)}.`;
  }
  return null;
}

/** `America/New_York` as people write it. */
export const placeOf = (zone: string): string => zone.replaceAll('_', ' ');

/** `Tuesday, December 1, 2026 at 9:00 AM`, as clocks of the zone show it. */
export function momentWords(instant: number, zone: string): string {
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone: zone } as const;
  return new Intl.DateTimeFormat('en', format).format(instant);
}
