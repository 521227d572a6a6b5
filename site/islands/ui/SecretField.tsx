import { useState } from 'react';
import { FieldFrame } from './Field.tsx';

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
export function SecretField({ label, onChange, error, hint, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => (
        <div className="field__control">
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            maxLength={128}
            spellCheck={false}
            onChange={onChange && ((event) => onChange(event.currentTarget.value))}
          />
          <button
            type="button"
            className="field__reveal"
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
