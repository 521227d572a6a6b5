import { placeOf } from '../ui/moment/moment.ts';
import { zoneNames } from '../ui/moment/zone-names.ts';

/** Time zone of the calendar. */
export function ZoneChoice({ zone, onChoose }: { zone: string; onChoose(zone: string): void }) {
  return (
    <label className="field calendar__zone">
      <span>Time zone</span>
      <select value={zone} onChange={(event) => onChoose(event.currentTarget.value)}>
        {zoneNames(zone).map((name) => (
          <option key={name} value={name}>
            {placeOf(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
