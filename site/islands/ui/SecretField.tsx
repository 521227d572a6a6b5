import { useId, useState } from 'react';

interface Props {
  name: string;
  label: string;
  /** Omitted if the form reads its fields itself. */
  value?: string;
  onChange?(value: string): void;
  autoComplete: 'current-password' | 'new-password' | 'one-time-code' | 'off';
  error?: string | undefined;
  hint?: string;
}

/** A password field whose value can be shown. */
export function SecretField({ name, label, value, onChange, autoComplete, error, hint }: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field__control">
        <input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          value={value}
          autoComplete={autoComplete}
          maxLength={128}
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${hint ? `${id}-hint ` : ''}${id}-error`}
          onChange={onChange && ((event) => onChange(event.currentTarget.value))}
        />
        <button
          type="button"
          className="field__reveal"
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> {label.toLowerCase()}</span>
        </button>
      </div>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
