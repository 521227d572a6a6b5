import { useState } from 'react';
import type { Act } from '../account/use-account.ts';
import { useSectionForm } from '../account/use-section-form.ts';
import { SecretField } from '../ui/SecretField.tsx';
import { connectByKey, type KeyTarget, names } from './connection-calls.ts';

interface Props {
  target: KeyTarget;
  act: Act;
  onDone(): void;
}

const fields = {
  dev: {
    label: 'API key',
    hint: 'Make one at dev.to under Settings, Extensions.',
    href: 'https://dev.to/settings/extensions',
  },
  medium: {
    label: 'Integration token',
    hint: 'Only if you have one from before 2025, under Settings, Security and apps.',
    href: 'https://medium.com/me/settings/security',
  },
} as const;

/** Connects a service by a key from its settings. It is tried, sealed, and never shown again. */
export function KeyForm({ target, act, onDone }: Props) {
  const [key, setKey] = useState('');
  const { label, hint, href } = fields[target];
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await act(() => connectByKey(target, key));
      if (outcome.done) {
        setKey('');
        onDone();
      }
      return outcome;
    },
    () => (key.trim() === '' ? { key: `Paste the ${label.toLowerCase()} here.` } : {}),
  );
  return (
    <form className="form connection__form" ref={form} onSubmit={onSubmit} noValidate>
      <SecretField
        name="key"
        label={`${names[target]} ${label}`}
        value={key}
        autoComplete="off"
        hint={hint}
        error={errors.key}
        onChange={setKey}
      />
      <p className="connection__actions">
        <button type="submit" className="button" aria-disabled={busy}>
          Connect {names[target]}
        </button>
        <a href={href} target="_blank" rel="noreferrer">
          Open its settings<span className="quiet"> in a new tab</span>
        </a>
      </p>
    </form>
  );
}
