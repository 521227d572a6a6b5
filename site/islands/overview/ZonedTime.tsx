import { clockAt } from '#contracts/zoned-time.ts';
import { longDate } from '../../format/dates.ts';

/** A time to the minute in a time zone. */
export function ZonedTime({ iso, zone }: { iso: string; zone: string }) {
  const clock = clockAt(Date.parse(iso), zone);
  return (
    <time dateTime={iso}>
      {longDate(`${clock}Z`)}, {clock.slice(11)}
    </time>
  );
}
