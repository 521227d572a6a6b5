import { useState } from 'react';
import { callApi } from '../../client/api-client.ts';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/use-form.ts';
import { LinkDone } from './LinkDone.tsx';

/** Requests an email with a link to set a new password. */
export function ForgotPassword() {
  const [done, setDone] = useState('');
  const { form, button, errors } = useForm({
    check: (data): Record<string, string> =>
      String(data.get('email')).trim() === '' ? { email: 'Email is required' } : {},
    send: (data) =>
      callApi<{ msg: string }>('POST', '/api/user/forgot', {
        body: { email: data.get('email') },
        retry: false,
      }),
    onDone: ({ msg }) => setDone(msg),
  });
  if (done) {
    return (
      <LinkDone message={done}>
        <p>No email after a few minutes? Check your spam folder or the spelling of your address.</p>
        <p>
          <a href="/login">Back to sign in</a>
        </p>
      </LinkDone>
    );
  }
  return (
    <form
      className="form needs-script"
      data-early=""
      method="post"
      action="/api/user/forgot"
      noValidate
      {...form}
    >
      <p>Enter the email of your account. We will send you a password reset link.</p>
      <p className="form__error" role="alert">
        {errors.form}
      </p>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={254}
        error={errors.fields.email}
      />
      <button className="button button--main" {...button}>
        Send link
      </button>
      <p>
        Remembered your password? <a href="/login">Sign in</a>
      </p>
    </form>
  );
}
