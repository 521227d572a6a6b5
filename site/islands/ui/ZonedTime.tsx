import { localTimeAt, offsetAt, offsetText } from '#contracts/zoned-time.ts';
import { browserZone, longDate } from '../../format/dates.ts';

/** A time to the minute in the time zone of the page, or in that of the browser with its offset from UTC. */
export function ZonedTime({ iso, zone }: { iso: string; zone?: string }) {
  const instant = Date.parse(iso);
  const localTime = localTimeAt(instant, zone ?? browserZone());
  const offset = offsetAt(instant, browserZone());
  return (
    <time dateTime={iso}>
      {longDate(`${localTime}Z`)}, {localTime.slice(11)}
      {zone === undefined && ` UTC${offset === 0 ? '' : offsetText(offset)}`}
    </time>
  );
}
