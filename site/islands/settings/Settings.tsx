import { useCallback, useState } from 'react';
import { Section } from '../account/Section.tsx';
import { useSectionForm } from '../account/use-section-form.ts';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { useAct } from '../use-act.tsx';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { SettingField } from './SettingField.tsx';
import { changeSettings, listSettings, type Setting, type SettingValue } from './setting-calls.ts';

/** What each group is about. */
const leads: Record<string, string> = {
  Readers: 'What everybody sees. Pages that show it are made anew within seconds.',
  Members: 'Who gets an account, and how safe it has to be.',
  Comments: 'Who may write under articles, and what waits for you first.',
  Helper:
    'How much the editor’s text generation may use. It is off while the server has no key for it.',
  Shop: 'What receipts and prices say.',
  Site: 'How the site treats you.',
};

/** What an owner sets while the site runs. */
export function Settings() {
  const load = useCallback((signal: AbortSignal) => listSettings(signal), []);
  const { loaded, reload } = useLoaded(load);
  const settings = knownOf(loaded);
  return (
    <section aria-labelledby="settings-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title own-account__title">
        <h1 id="settings-title">Settings</h1>
        <p className="settings__lead">
          Each change counts at once, and stands in the <a href="/admin/audit">audit log</a>.
        </p>
      </div>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !settings && <ListSkeleton label="Loading the settings" />}
      {settings && <SettingForm settings={settings} onSaved={reload} />}
    </section>
  );
}

function SettingForm({ settings, onSaved }: { settings: Setting[]; onSaved(): void }) {
  const [wished, setWished] = useState<Record<string, SettingValue>>({});
  const { act, dialog } = useAct(onSaved);
  const changes = Object.fromEntries(
    settings.flatMap(({ name, value }) => {
      const wish = wished[name];
      return wish === undefined || wish === value ? [] : [[name, wish]];
    }),
  );
  const count = Object.keys(changes).length;
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      if (count === 0) return { done: true };
      const outcome = await act(() => changeSettings(changes));
      if (outcome.done) setWished({});
      return outcome;
    },
    () => ({}),
  );
  const groups = [...new Set(settings.map(({ group }) => group))];
  return (
    <>
      <form className="own-account" ref={form} onSubmit={onSubmit} noValidate>
        {groups.map((group) => (
          <Section key={group} title={group} lead={leads[group] ?? ''}>
            {settings
              .filter((setting) => setting.group === group)
              .map((setting) => (
                <SettingField
                  key={setting.name}
                  setting={setting}
                  value={wished[setting.name] ?? setting.value}
                  error={errors[setting.name]}
                  onChange={(value) => setWished({ ...wished, [setting.name]: value })}
                />
              ))}
          </Section>
        ))}
        <p className="settings__save">
          <button
            type="submit"
            className="button button--main"
            aria-disabled={busy || count === 0 || undefined}
          >
            Save
          </button>
          {count > 0 && (
            <button type="button" className="button" onClick={() => setWished({})}>
              Leave as it was
            </button>
          )}
          <span className="label" role="status">
            {count === 0 ? 'Nothing to save' : `${count} to save`}
          </span>
        </p>
      </form>
      {dialog}
    </>
  );
}
