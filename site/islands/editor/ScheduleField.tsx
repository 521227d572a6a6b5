import { MomentField } from '../schedule/MomentField.tsx';
import { readMoment, writeMoment } from '../schedule/moment.ts';
import { useZone } from '../schedule/zone.ts';

/** Time of day that a newly chosen day gets. */
const USUAL_TIME = '09:00';

interface Props {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** When an article goes live, within the documented window. */
export function ScheduleField({ value, error, onChange }: Props) {
  const [zone, setZone] = useZone();
  return (
    <div>
      <MomentField
        value={readMoment(value)}
        usual={{ zone, time: USUAL_TIME }}
        error={error}
        hint="Without one it goes live at once. Tomorrow to 3 months ahead."
        onChange={(moment) => onChange(moment ? writeMoment(moment) : '')}
        onZone={setZone}
      />
      <p className="field__hint">
        <a href="/admin/calendar">What is planned when</a>
      </p>
    </div>
  );
}
