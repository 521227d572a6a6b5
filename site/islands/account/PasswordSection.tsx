import { useState } from 'react';
import { messages, PASSWORD_MIN } from '#contracts/session-messages.ts';
import { SecretField } from '../ui/SecretField.tsx';
import { changePassword } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';
import { useSectionForm } from './use-section-form.ts';

/** Another password. The present one is asked for in the same form. */
export function PasswordSection({ email, act }: { email: string; act: Act }) {
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await act(() => changePassword(currentPassword, password));
      if (outcome.done) {
        setCurrent('');
        setPassword('');
      }
      return outcome;
    },
    () => {
      if (!currentPassword) return { currentPassword: 'Your present password is required' };
      return password.length < PASSWORD_MIN ? { password: messages.password } : {};
    },
  );
  return (
    <Section title="Password" lead="A new one signs out every other device.">
      <form className="form" ref={form} onSubmit={onSubmit} noValidate>
        {/* Password managers want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <SecretField
          label="Present password"
          name="currentPassword"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrent}
          error={errors.currentPassword}
        />
        <SecretField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters. A few words in a row are best."
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        <p>
          <button type="submit" className="button" aria-disabled={busy || undefined}>
            Change password
          </button>
        </p>
        <p>
          You do not know the present one? <a href="/forgot-password">Ask for a link by mail</a>
        </p>
      </form>
    </Section>
  );
}
