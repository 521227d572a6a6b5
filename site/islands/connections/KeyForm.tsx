import { connectByKey, type KeyTarget, names } from '../../client/connection-calls.ts';
import { SecretField } from '../ui/SecretField.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';

interface Props {
  target: KeyTarget;
  act: Act;
  onDone(): void;
}

const fields = {
  dev: {
    label: 'API key',
    hint: 'Create one at dev.to under Settings, Extensions.',
    href: 'https://dev.to/settings/extensions',
  },
  medium: {
    label: 'Integration token',
    hint: 'Only if you have one from before 2025, under Settings, Security and apps.',
    href: 'https://medium.com/me/settings/security',
  },
} as const;

/** Connects a service by an API key. The key is tested, encrypted, and never shown again. */
export function KeyForm({ target, act, onDone }: Props) {
  const { label, hint, href } = fields[target];
  const { errors, form, button } = useForm({
    act,
    check: (data): Record<string, string> =>
      String(data.get('key')).trim() === ''
        ? { key: `Paste the ${label.toLowerCase()} here.` }
        : {},
    send: (data) => connectByKey(target, String(data.get('key'))),
    onDone: (_, element) => {
      element.reset();
      onDone();
    },
  });
  return (
    <form className="form connection__form" {...form}>
      <SecretField
        name="key"
        label={`${names[target]} ${label}`}
        autoComplete="off"
        hint={hint}
        error={errors.fields.key}
      />
      <p className="connection__actions">
        <button className="button" {...button}>
          Connect {names[target]}
        </button>
        <a href={href} target="_blank" rel="noreferrer">
          Open its settings<span className="quiet"> in a new tab</span>
        </a>
      </p>
    </form>
  );
}
