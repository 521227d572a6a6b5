import { useCallback, useRef, useState } from 'react';
import type { RecentFactor } from '#contracts/account.ts';
import { messages, PASSWORD_MIN } from '#contracts/session-messages.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { Field, FieldError } from '../ui/Field.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SecretField } from '../ui/SecretField.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';
import { LinkResult } from './EmailLinkForms.tsx';
import { consumeFromHash, INCOMPLETE_LINK } from './enter.ts';

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
      <LinkResult message={done}>
        <p>No email after a few minutes? Check your spam folder or the spelling of your address.</p>
        <p>
          <a href="/login">Back to sign in</a>
        </p>
      </LinkResult>
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
      <Field
        required
        spellCheck={false}
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

/** Sets a new password with the link of an email, and removes factors that an intruder added. */
export function ResetPassword() {
  const token = useRef('');
  const [done, setDone] = useState('');

  const loadFactors = useCallback(async (signal: AbortSignal) => {
    token.current ||= consumeFromHash('token');
    if (!token.current) throw new ApiError(INCOMPLETE_LINK, { code: 'LINK_INVALID', status: 0 });
    const options = { body: { token: token.current }, signal, retry: false };
    return callApi<{ factors: RecentFactor[] }>('POST', '/api/user/reset/factors', options);
  }, []);
  const { loaded, reload } = useFetch(loadFactors);
  const isInvalid = loaded.state === 'failed' && loaded.code === 'LINK_INVALID';
  const factors = loaded.state === 'ready' ? loaded.value.factors : [];
  const { errors, form, button } = useForm({
    isReady: loaded.state === 'ready',
    isLoading: loaded.state === 'loading',
    check: (data) => ({
      ...(String(data.get('password')).length < PASSWORD_MIN && { password: messages.password }),
      ...Object.fromEntries(
        factors
          .filter(({ _id }) => !data.has(_id))
          .map(({ _id }) => [_id, 'Choose whether to keep or remove it.']),
      ),
    }),
    send: (data) =>
      callApi<{ msg: string }>('POST', '/api/user/reset', {
        body: {
          token: token.current,
          password: String(data.get('password')),
          removeFactors: factors.map(({ _id }) => _id).filter((id) => data.get(id) === 'remove'),
        },
        retry: false,
      }),
    onDone: ({ msg }) => setDone(msg),
  });

  if (done) {
    return (
      <LinkResult message={done}>
        <a className="button button--main" href="/login">
          Sign in
        </a>
      </LinkResult>
    );
  }
  return (
    <form
      className="form needs-script"
      data-early=""
      method="post"
      action="/api/user/reset"
      noValidate
      {...form}
    >
      <p>This signs out all devices.</p>
      <p className="form__error" role="alert">
        {isInvalid ? loaded.reason : errors.form}
      </p>
      {loaded.state === 'failed' && !isInvalid && (
        <LoadFailed reason={loaded.reason} onRetry={reload} />
      )}
      <SecretField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.fields.password}
      />
      {factors.length > 0 && <RecentFactors factors={factors} errors={errors.fields} />}
      <button className="button button--main" {...button}>
        Change password
      </button>
      <p>
        Link expired? <a href="/forgot-password">Request a new one</a>
      </p>
    </form>
  );
}

/** Asks about each recently added factor; no option is preselected, so that none is overlooked. */
function RecentFactors({
  factors,
  errors,
}: {
  factors: RecentFactor[];
  errors: Record<string, string | undefined>;
}) {
  return (
    <section className="recent-factors" aria-labelledby="recent-factors-title">
      <h2 id="recent-factors-title">Did you add these?</h2>
      <p>
        They were added to your account in the last 30 days and can be used to sign in. Remove
        anything you do not recognise.
      </p>
      {factors.map(({ _id, name, addedAt }) => (
        <fieldset
          key={_id}
          className="recent-factors__one"
          aria-describedby={errors[_id] ? `${_id}-error` : undefined}
        >
          <legend>
            {name}, added {longDate(addedAt)}
          </legend>
          <label className="check">
            <input type="radio" name={_id} value="keep" /> Keep: I added it
          </label>
          <label className="check">
            <input type="radio" name={_id} value="remove" /> Remove
          </label>
          <FieldError id={`${_id}-error`}>{errors[_id]}</FieldError>
        </fieldset>
      ))}
    </section>
  );
}
