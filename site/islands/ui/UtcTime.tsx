import { longDate } from '../../format/dates.ts';

/** A moment to the minute, as servers tell it. */
export function UtcTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso}>
      {longDate(iso)}, {iso.slice(11, 16)} UTC
    </time>
  );
}
