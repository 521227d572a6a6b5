import { useStore } from '@nanostores/react';
import { $timeZone, setTimeZone } from '../../stores/preferences.ts';
import { MomentField } from '../ui/moment/MomentField.tsx';
import { readMoment, writeMoment } from '../ui/moment/moment.ts';

/** Time of day for a newly chosen day. */
const USUAL_TIME = '09:00';

interface Props {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Publication time of an article, within the documented window. */
export function ScheduleField({ value, error, onChange }: Props) {
  const zone = useStore($timeZone);
  return (
    <div>
      <MomentField
        value={readMoment(value)}
        defaults={{ zone, time: USUAL_TIME }}
        error={error}
        hint="If empty, it goes live immediately. From tomorrow to 3 months ahead."
        onChange={(moment) => onChange(moment ? writeMoment(moment) : '')}
        onZone={setTimeZone}
      />
      <p className="field__hint">
        <a href="/admin/calendar">Show the calendar</a>
      </p>
    </div>
  );
}
