import { messages, PASSWORD_MIN } from '#contracts/session-messages.ts';
import { changePassword } from '../../client/account-calls.ts';
import { SecretField } from '../ui/SecretField.tsx';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';

/** Changes the password; the form also requires the current one. */
export function PasswordSection({ email, act }: { email: string; act: Act }) {
  const text = (data: FormData, name: string) => String(data.get(name));
  const { errors, form, button } = useForm({
    act,
    check: (data) => ({
      ...(text(data, 'currentPassword') === '' && {
        currentPassword: 'Your current password is required',
      }),
      ...(text(data, 'password').length < PASSWORD_MIN && { password: messages.password }),
    }),
    send: (data) => changePassword(text(data, 'currentPassword'), text(data, 'password')),
    onDone: (_, element) => element.reset(),
  });
  return (
    <Section title="Password" lead="Changing it signs out all other devices.">
      <form className="form" {...form}>
        {/* Lets password managers find the account of the password. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <SecretField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.fields.currentPassword}
        />
        <SecretField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters. Several words in a row work best."
          error={errors.fields.password}
        />
        <p>
          <button className="button" {...button}>
            Change password
          </button>
        </p>
        <p>
          Forgot your current password? <a href="/forgot-password">Request a link by email</a>
        </p>
      </form>
    </Section>
  );
}
