import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callApi } from '../../client/api-client.ts';
import { SecretField } from '../ui/SecretField.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';
import { consumeFromHash, INCOMPLETE_LINK } from './enter.ts';

// Forms behind the links of emails.

/**
 * Confirms an email address. It needs a press, because programs that open the links of emails press no
 * button.
 */
export function ConfirmEmail() {
  const { form, button, reason, done } = useLinkForm({ path: '/api/user/email/confirm' });
  if (done) {
    return (
      <LinkResult message={done.msg}>
        <p>
          <a className="button button--main" href="/">
            To the home page
          </a>
        </p>
      </LinkResult>
    );
  }
  return (
    <form className="form needs-script" {...form}>
      <p>Confirm that this email address is yours.</p>
      <p className="form__error" role="alert">
        {reason}
      </p>
      <button className="button button--main" {...button}>
        Confirm email
      </button>
      <p>If you did not request this, close the page. Nothing will change.</p>
    </form>
  );
}

/** Undoes an email change by the link sent to the former address. */
export function RevertEmail() {
  const { form, button, reason, done } = useLinkForm<{ msg: string; resetToken: string }>({
    path: '/api/user/email/revert',
  });
  if (done) {
    return (
      <LinkResult message={done.msg}>
        <p>The old password no longer works. Choose a new one to sign in.</p>
        <a className="button button--main" href={`/reset-password#token=${done.resetToken}`}>
          Choose a new password
        </a>
      </LinkResult>
    );
  }
  return (
    <form className="form needs-script" {...form}>
      <p>
        This restores your previous email address, signs out all devices and invalidates the current
        password. Do this if you did not change the address yourself.
      </p>
      <p className="form__error" role="alert">
        {reason}
      </p>
      <button className="button button--main" {...button}>
        Undo the change
      </button>
      <p>If you changed it yourself, close the page. Nothing will change.</p>
    </form>
  );
}

/** Accepts an invitation by choosing a password. */
export function Invitation() {
  const { form, button, fields, reason, done } = useLinkForm({
    path: '/api/user/reset',
    check: (data): Record<string, string> =>
      String(data.get('password')).trim() === '' ? { password: 'Password is required' } : {},
  });
  if (done) {
    return (
      <LinkResult message={done.msg}>
        <p>
          <a className="button button--main" href="/login">
            Sign in
          </a>
        </p>
      </LinkResult>
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

interface Options {
  path: string;
  check?(data: FormData): Record<string, string>;
}

/** A form behind the link of an email, with a token in the hash. `done` is the API's response. */
function useLinkForm<Result = { msg: string }>({ path, check }: Options) {
  const token = useRef('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [done, setDone] = useState<Result | null>(null);
  useEffect(() => {
    token.current = consumeFromHash('token');
    setIsIncomplete(token.current === '');
  }, []);
  const { form, button, errors } = useForm({
    ...(check && { check }),
    send: (data) =>
      callApi<Result>('POST', path, {
        body: { ...Object.fromEntries(data), token: token.current },
        retry: false,
      }),
    onDone: setDone,
    explain: (error) => (token.current ? errorMessage(error) : INCOMPLETE_LINK),
  });
  return {
    form: { ...form, 'data-early': '', method: 'post', action: path, noValidate: true } as const,
    button,
    fields: errors.fields,
    reason: errors.form || (isIncomplete ? INCOMPLETE_LINK : ''),
    done,
  };
}

/** Replaces the form of an email link after success; its message gets the focus. */
export function LinkResult({ message, children }: { message: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="account__done">
      <h2 tabIndex={-1} ref={heading}>
        {message}
      </h2>
      {children}
    </div>
  );
}
