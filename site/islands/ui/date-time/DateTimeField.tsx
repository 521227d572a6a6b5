import { useId, useRef } from 'react';
import { offsetAt, scheduleWindow } from '#contracts/zoned-time.ts';
import { browserZone } from '../../../format/dates.ts';
import { FieldFrame } from '../Field.tsx';
import {
  type DateTime,
  formatDateTime,
  formatZone,
  instantOf,
  offsetsOf,
  validateDateTime,
  withOffset,
  zoneNames,
} from './date-time.ts';

interface Props {
  value: DateTime | null;
  /** Default zone and time for a newly chosen day. */
  defaults: { zone: string; time: string };
  error: string | undefined;
  /** Text while no day is chosen. */
  hint: string;
  onChange(value: DateTime | null): void;
  onZone(zone: string): void;
}

/** Fields for date, time and time zone, with the resulting time as text. */
export function DateTimeField({ value, defaults, error, hint, onChange, onZone }: Props) {
  const id = useId();
  // While a day is being retyped, the other values stay.
  const before = useRef(value);
  if (value) before.current = value;
  const zone = value?.zone ?? defaults.zone;
  const { first, last } = scheduleWindow(Date.now(), zone);
  const shownError = error ?? (value && value.time === '' ? undefined : clockChangeError(value));
  const offsets = value ? offsetsOf(value) : [];
  const change = (changes: Partial<DateTime>) =>
    value && onChange(withOffset({ ...value, ...changes }));
  return (
    <FieldFrame
      className="date-time"
      label="Schedule date"
      hint={value ? <Outcome value={value} /> : hint}
      error={shownError}
    >
      {(control) => (
        <>
          <input
            {...control}
            name="scheduledDate"
            type="date"
            min={first}
            max={last}
            value={value?.day ?? ''}
            onChange={({ currentTarget: { value: day } }) => {
              if (day === '') onChange(null);
              else onChange(withOffset({ ...defaults, ...before.current, day }));
            }}
          />
          {value && (
            <div className="date-time__fields">
              <label htmlFor={`${id}-time`}>Time</label>
              <input
                {...control}
                id={`${id}-time`}
                name="scheduledTime"
                type="time"
                value={value.time}
                onChange={(event) => change({ time: event.currentTarget.value })}
              />
              <label htmlFor={`${id}-zone`}>Time zone</label>
              <select
                id={`${id}-zone`}
                name="scheduledZone"
                value={zone}
                onChange={({ currentTarget: { value: chosen } }) => {
                  onZone(chosen);
                  change({ zone: chosen });
                }}
              >
                {zoneNames(zone).map((name) => (
                  <option key={name} value={name}>
                    {formatZone(name)}
                  </option>
                ))}
              </select>
            </div>
          )}
          {value && offsets.length > 1 && (
            <fieldset className="date-time__ambiguity">
              <legend>Clocks go back on this day, so this time occurs twice</legend>
              {offsets.map((offset, index) => (
                <label key={offset} className="check">
                  <input
                    type="radio"
                    name={`${id}-offset`}
                    checked={value.offset === offset}
                    onChange={() => onChange({ ...value, offset })}
                  />
                  The {index === 0 ? 'first' : 'second'} one (UTC{offset})
                </label>
              ))}
            </fieldset>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** Returns the error of a time that the clocks of the zone skip, which is shown while typing. */
function clockChangeError(value: DateTime | null): string | undefined {
  if (!value || instantOf(value) !== null) return undefined;
  return validateDateTime(value, Date.now()) ?? undefined;
}

function Outcome({ value }: { value: DateTime }) {
  const instant = instantOf(value);
  if (instant === null) return null;
  const here = browserZone();
  const isOtherZone = offsetAt(instant, here) !== offsetAt(instant, value.zone);
  return (
    <>
      Goes live {formatDateTime(instant, value.zone)} (UTC{value.offset}).
      {isOtherZone && <> Where you are: {formatDateTime(instant, here)}.</>}
    </>
  );
}
