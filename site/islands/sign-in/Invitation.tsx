import { SecretField } from '../ui/SecretField.tsx';
import { LinkDone } from './LinkDone.tsx';
import { useLinkForm } from './use-link-form.ts';

/** Accepts an invitation by choosing a password. */
export function Invitation() {
  const { form, button, fields, reason, done } = useLinkForm({
    path: '/api/user/reset',
    check: (data): Record<string, string> =>
      String(data.get('password')).trim() === '' ? { password: 'Password is required' } : {},
  });
  if (done) {
    return (
      <LinkDone message={done.msg}>
        <p>
          <a className="button button--main" href="/login">
            Sign in
          </a>
        </p>
      </LinkDone>
    );
  }
  return (
    <form className="form needs-script" {...form}>
      <p>An account has been created for you. Choose a password to activate it.</p>
      <p className="form__error" role="alert">
        {reason}
      </p>
      <SecretField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters. Several words in a row work best."
        error={fields.password}
      />
      <button className="button button--main" {...button}>
        Activate account
      </button>
      <p>The link expires after seven days. Expired? Ask for a new invitation.</p>
    </form>
  );
}
