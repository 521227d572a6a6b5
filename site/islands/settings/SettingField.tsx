import { useId } from 'react';
import type { Setting, SettingValue } from './setting-calls.ts';

interface Props {
  setting: Setting;
  value: SettingValue;
  error: string | undefined;
  onChange(value: SettingValue): void;
}

const choices = {
  zone: Intl.supportedValuesOf('timeZone'),
  currency: Intl.supportedValuesOf('currency'),
};

/** Options, including the current value, which this browser may not support. */
const choicesOf = (kind: keyof typeof choices, value: string) =>
  choices[kind].includes(value) ? choices[kind] : [value, ...choices[kind]];

/** A setting, with the control of its kind. */
export function SettingField({ setting, value, error, onChange }: Props) {
  const id = useId();
  const { name, title, sentence: description, kind } = setting;
  const shared = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-hint ${id}-error`,
  };
  const words = (
    <>
      <p className="field__hint" id={`${id}-hint`}>
        {description} {value !== setting.default && <Usual of={setting} />}
      </p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </>
  );
  if (kind === 'switch') {
    return (
      <div className="field">
        <label className="check" htmlFor={id}>
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <strong>{title}</strong>
        </label>
        {words}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{title}</label>
      {kind === 'number' ? (
        <input
          {...shared}
          className="settings__number"
          type="number"
          min={setting.min}
          max={setting.max}
          step={1}
          value={Number.isNaN(value) ? '' : String(value)}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      ) : kind === 'line' ? (
        <input
          {...shared}
          type="text"
          maxLength={setting.max}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : kind === 'lines' ? (
        <textarea
          {...shared}
          rows={5}
          maxLength={setting.max}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select
          {...shared}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choicesOf(kind, String(value)).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      {words}
    </div>
  );
}

function Usual({ of }: { of: Setting }) {
  if (of.kind === 'line' || of.kind === 'lines') return null;
  const defaultText = of.kind === 'switch' ? (of.default ? 'on' : 'off') : String(of.default);
  return <>By default: {defaultText}.</>;
}
