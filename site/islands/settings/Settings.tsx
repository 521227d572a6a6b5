import { useCallback, useId, useState } from 'react';
import type { z } from 'zod';
import type {
  SettingResponse,
  settingChangeResponse,
  settingListResponse,
} from '#contracts/settings.ts';
import { callApi } from '../../client/api-client.ts';
import { Field, FieldError, FieldFrame, SelectField } from '../ui/Field.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Section } from '../ui/Section.tsx';
import { useAction } from '../ui/use-action.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';

type Setting = SettingResponse;

type SettingValue = Setting['value'];

const listSettings = async (signal: AbortSignal): Promise<Setting[]> =>
  (await callApi<z.infer<typeof settingListResponse>>('GET', '/api/admin/settings', { signal }))
    .settings;

const changeSettings = (
  changes: Record<string, SettingValue>,
): Promise<z.infer<typeof settingChangeResponse>> =>
  callApi('PUT', '/api/admin/settings', { body: changes });

interface SettingFieldProps {
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
  [...new Set([...choices[kind], value])].map((choice) => ({ value: choice, name: choice }));

/** Description of each group. */
const descriptions: Record<string, string> = {
  Readers: 'Shown to everyone. Affected pages are rendered again within seconds.',
  Members: 'Registration and account security.',
  Comments: 'Who can comment, and when comments need approval.',
  'AI helper': 'Limits of the AI helper. It is off if the server has no key for it.',
  Shop: 'Prices, receipts and downloads.',
  Site: 'Owner and site settings.',
};

/** Settings that an owner changes while the site runs. */
export function Settings() {
  const load = useCallback((signal: AbortSignal) => listSettings(signal), []);
  const { loaded, reload, change } = useFetch(load);
  const settings = loaded.value;
  return (
    <section aria-labelledby="settings-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title own-account__title">
        <h1 id="settings-title">Settings</h1>
        <p className="settings__lead">
          Changes take effect immediately and are recorded in the{' '}
          <a href="/admin/audit">audit log</a>.
        </p>
      </div>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !settings && <ListSkeleton label="Loading the settings" />}
      {settings && <SettingForm settings={settings} onSaved={(saved) => change(() => saved)} />}
    </section>
  );
}

interface SettingFormProps {
  settings: Setting[];
  onSaved(settings: Setting[]): void;
}

function SettingForm({ settings, onSaved }: SettingFormProps) {
  const [edits, setEdits] = useState<Record<string, SettingValue>>({});
  const { runAction, dialog } = useAction(() => undefined);
  const changes = Object.fromEntries(
    settings.flatMap(({ name, value }) => {
      const edit = edits[name];
      return edit === undefined || edit === value ? [] : [[name, edit]];
    }),
  );
  const count = Object.keys(changes).length;
  useLeaveGuard(count > 0);
  const { errors, form, button } = useForm({
    runAction,
    isReady: count > 0,
    send: () => changeSettings(changes),
    onDone(response) {
      onSaved(response.settings);
      // Values that were changed during the save stay.
      setEdits((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, edit]) => edit !== changes[name])),
      );
    },
  });
  const groups = [...new Set(settings.map(({ group }) => group))];
  return (
    <>
      <form className="own-account" {...form} noValidate>
        {groups.map((group) => (
          <Section key={group} title={group} lead={descriptions[group] ?? ''}>
            {settings
              .filter((setting) => setting.group === group)
              .map((setting) => (
                <SettingField
                  key={setting.name}
                  setting={setting}
                  value={edits[setting.name] ?? setting.value}
                  error={errors.fields[setting.name]}
                  onChange={(value) => setEdits({ ...edits, [setting.name]: value })}
                />
              ))}
          </Section>
        ))}
        <p className="settings__save">
          <button
            className="button button--main"
            {...button}
            aria-disabled={button['aria-disabled'] || count === 0 || undefined}
          >
            Save
          </button>
          {count > 0 && (
            <button type="button" className="button" onClick={() => setEdits({})}>
              Discard changes
            </button>
          )}
          <span className="label" role="status">
            {count === 0 ? 'No changes' : `${count} to save`}
          </span>
        </p>
      </form>
      {dialog}
    </>
  );
}

/** A setting, with the control of its kind. */
function SettingField({ setting, value, error, onChange }: SettingFieldProps) {
  const id = useId();
  const { name, title, description, kind, min, max } = setting;
  const hint = (
    <>
      {description} {value !== setting.default && <DefaultValue of={setting} />}
    </>
  );
  if (kind === 'switch') {
    return (
      <div className="field">
        <label className="check" htmlFor={id}>
          <input
            id={id}
            name={name}
            type="checkbox"
            checked={value === true}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          <strong>{title}</strong>
        </label>
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    );
  }
  if (kind === 'number') {
    return (
      <FieldFrame label={title} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            name={name}
            className="settings__number"
            type="number"
            min={min}
            max={max}
            step={1}
            value={Number.isNaN(value) ? '' : String(value)}
            onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
          />
        )}
      </FieldFrame>
    );
  }
  const shared = { label: title, name, hint, error, value: String(value), onChange };
  if (kind === 'line') return <Field {...shared} maxLength={max} />;
  if (kind === 'lines') return <Field {...shared} lines={5} maxLength={max} />;
  return <SelectField {...shared} options={choicesOf(kind, String(value))} />;
}

function DefaultValue({ of }: { of: Setting }) {
  if (of.kind === 'line' || of.kind === 'lines') return null;
  const defaultText = of.kind === 'switch' ? (of.default ? 'on' : 'off') : String(of.default);
  return <>By default: {defaultText}.</>;
}
