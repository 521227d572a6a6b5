import { useCallback, useState } from 'react';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Section } from '../ui/Section.tsx';
import { useAct } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { SettingField } from './SettingField.tsx';
import { changeSettings, listSettings, type Setting, type SettingValue } from './setting-calls.ts';

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
  const { loaded, reload } = useLoaded(load);
  const settings = dataOf(loaded);
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
      {settings && <SettingForm settings={settings} onSaved={reload} />}
    </section>
  );
}

function SettingForm({ settings, onSaved }: { settings: Setting[]; onSaved(): void }) {
  const [edits, setEdits] = useState<Record<string, SettingValue>>({});
  const { act, dialog } = useAct(onSaved);
  const changes = Object.fromEntries(
    settings.flatMap(({ name, value }) => {
      const edit = edits[name];
      return edit === undefined || edit === value ? [] : [[name, edit]];
    }),
  );
  const count = Object.keys(changes).length;
  const { errors, form, button } = useForm({
    act,
    isReady: count > 0,
    send: () => changeSettings(changes),
    onDone: () => setEdits({}),
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
