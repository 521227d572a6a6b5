import { type ComponentProps, type ReactNode, useId } from 'react';
import { directionOf } from '../../format/direction.ts';

interface Texts {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message, if the value is invalid. */
  error?: string | undefined;
}

interface FrameProps extends Texts {
  className?: string | undefined;
  /** Renders the control with attributes that connect it with its label, hint and error. */
  children(control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string;
  }): ReactNode;
}

/** The error of a field. It is an alert, because a field that has the focus already is not announced again. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className="field__error" id={id} role="alert">
    {children}
  </p>
);

/** A control with its label, hint and error. */
export function FieldFrame({ label, hint, error, className, children }: FrameProps) {
  const id = useId();
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': `${hint ? `${id}-hint ` : ''}${id}-error`,
      })}
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

type Attributes = Pick<
  ComponentProps<'input'>,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'className'
  | 'defaultValue'
  | 'lang'
  | 'maxLength'
  | 'minLength'
  | 'placeholder'
  | 'required'
  | 'spellCheck'
>;

interface Props extends Texts, Attributes {
  /** Reference for focusing an invalid field. */
  name: string;
  /** Omitted if the form reads its fields itself. */
  value?: string;
  onChange?(value: string): void;
  type?: 'text' | 'email' | 'url' | 'date' | 'datetime-local';
  pattern?: string;
  /** Suggestions while typing, and the label of each. */
  suggestions?: readonly string[];
  labelOf?(suggestion: string): string;
  /** Makes it a text area. */
  lines?: number;
}

/** A labelled input with its hint and its error. */
export function Field({ label, hint, error, onChange, suggestions, labelOf, ...more }: Props) {
  const { lines, type = 'text', pattern, ...rest } = more;
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => {
        const shared = {
          ...rest,
          ...control,
          dir: rest.lang === undefined ? undefined : directionOf(rest.lang),
          onChange:
            onChange &&
            ((event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)),
        };
        if (lines) return <textarea rows={lines} {...shared} />;
        const list = suggestions && `${control.id}-list`;
        return (
          <>
            <input type={type} pattern={pattern} list={list} {...shared} />
            {suggestions && (
              <datalist id={list}>
                {suggestions.map((suggestion) => (
                  <option key={suggestion} value={suggestion} label={labelOf?.(suggestion)} />
                ))}
              </datalist>
            )}
          </>
        );
      }}
    </FieldFrame>
  );
}

export interface Option<Value extends string = string> {
  value: Value;
  name: string;
}

interface SelectProps<Value extends string> extends Texts {
  className?: string | undefined;
  name: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange(value: Value): void;
}

/** A labelled selection with its hint and its error. */
export function SelectField<Value extends string>({ options, ...props }: SelectProps<Value>) {
  const { name, value, onChange, ...texts } = props;
  return (
    <FieldFrame {...texts}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
