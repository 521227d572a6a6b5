import { type ReactNode, useId } from 'react';
import { directionOf } from '../lib/direction.ts';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  /** The sentence about what is wrong, if something is. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Offered while typing. */
  suggestions?: string[];
  lines?: number;
  maxLength?: number;
  className?: string;
  lang?: string;
  placeholder?: string;
  /** For the one that gets the focus when something is wrong. */
  name: string;
}

/** A labelled input with its hint and its error. */
export function Field({ label, value, onChange, error, hint, suggestions, lines, ...rest }: Props) {
  const id = useId();
  const shared = {
    ...rest,
    dir: rest.lang === undefined ? undefined : directionOf(rest.lang),
    id,
    value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${hint ? `${id}-hint ` : ''}${id}-error`,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines ? (
        <textarea rows={lines} {...shared} />
      ) : (
        <input type="text" list={suggestions ? `${id}-list` : undefined} {...shared} />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
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
