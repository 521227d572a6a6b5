import { longDate } from '../../format/dates.ts';

/** A UTC time to the minute. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>
      {longDate(iso)}, {iso.slice(11, 16)} UTC
    </time>
  );
}
