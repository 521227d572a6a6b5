import { type ComponentProps, type ReactNode, useId } from 'react';
import { directionOf } from '../../format/direction.ts';

type Attributes = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'className'
  | 'defaultValue'
  | 'lang'
  | 'maxLength'
  | 'minLength'
  | 'pattern'
  | 'placeholder'
  | 'required'
>;

interface Props extends Attributes {
  label: string;
  /** Omitted if the form reads its fields itself. */
  value?: string;
  onChange?(value: string): void;
  type?: 'text' | 'email' | 'url';
  /** Error message, if the value is invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Suggestions while typing. */
  suggestions?: string[];
  lines?: number;
  /** Reference for focusing an invalid field. */
  name: string;
}

/** A labelled input with its hint and its error. */
export function Field({ label, value, onChange, error, hint, suggestions, ...more }: Props) {
  const { lines, type = 'text', pattern, ...rest } = more;
  const id = useId();
  const shared = {
    ...rest,
    dir: rest.lang === undefined ? undefined : directionOf(rest.lang),
    id,
    value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${hint ? `${id}-hint ` : ''}${id}-error`,
    onChange:
      onChange &&
      ((event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines ? (
        <textarea rows={lines} {...shared} />
      ) : (
        <input
          type={type}
          pattern={pattern}
          list={suggestions ? `${id}-list` : undefined}
          {...shared}
        />
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
