import type { ComponentProps } from 'react';

interface Props {
  name: string;
  label: string;
  /** Prefix of the ids on pages with two fields of one name. */
  id?: string;
  hint?: string;
  error?: string | undefined;
  /** Makes it a text area. */
  lines?: number;
}

/** A labelled field with its own state. Its error is announced with it. */
export function TextField({
  name,
  label,
  id = name,
  hint,
  error,
  lines,
  ...rest
}: Props & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'maxLength'>) {
  const shared = {
    ...rest,
    id,
    name,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${hint ? `${id}-hint ` : ''}${id}-error`,
  } as const;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines ? (
        <textarea rows={lines} {...shared} />
      ) : (
        <div className="field__control">
          <input type="text" spellCheck={false} {...shared} />
        </div>
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
