import { useId } from 'react';

interface Props {
  label: string;
  name: string;
  /** `2026-12-01T09:00`, or empty. */
  value: string;
  error: string | undefined;
  hint: string;
  onChange(value: string): void;
}

/** A field for a date-time. */
export function ClockField({ label, name, value, error, hint, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="datetime-local"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
