import { useId } from 'react';
import { scheduleWindow } from './form.ts';

interface Props {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** The day an article goes live, within the documented window. */
export function ScheduleField({ value, error, onChange }: Props) {
  const id = useId();
  const { first, last } = scheduleWindow(new Date());
  return (
    <div className="field">
      <label htmlFor={id}>Schedule date</label>
      <input
        id={id}
        name="scheduledDate"
        type="date"
        min={first}
        max={last}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className="field__hint" id={`${id}-hint`}>
        {value === ''
          ? 'Without one it goes live at once. Tomorrow to 3 months ahead.'
          : 'It goes live as that day begins.'}
      </p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
