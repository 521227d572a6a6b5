import { useCallback, useEffect, useRef, useState } from 'react';
import type { RecentFactor } from '#contracts/account.ts';
import { messages, PASSWORD_MIN } from '#contracts/session-messages.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { INCOMPLETE_LINK, takeFromHash } from '../../client/take-from-hash.ts';
import { longDate } from '../../format/dates.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SecretField } from '../ui/SecretField.tsx';
import { useForm } from '../ui/use-form.ts';
import { sentence } from '../ui/use-loaded.ts';
import { LinkDone } from './LinkDone.tsx';

type Link =
  | { state: 'reading' }
  | { state: 'ready'; factors: RecentFactor[] }
  | { state: 'failed'; reason: string }
  | { state: 'invalid'; reason: string };

/** Sets a new password by the link of an email, and removes factors that an intruder added. */
export function ResetPassword() {
  const token = useRef('');
  const [link, setLink] = useState<Link>({ state: 'reading' });
  const [done, setDone] = useState('');

  const readLink = useCallback(async () => {
    setLink({ state: 'reading' });
    if (!token.current) return setLink({ state: 'invalid', reason: INCOMPLETE_LINK });
    try {
      const body = { token: token.current };
      const path = '/api/user/reset/factors';
      const options = { body, retry: false };
      const { factors } = await callApi<{ factors: RecentFactor[] }>('POST', path, options);
      setLink({ state: 'ready', factors });
    } catch (error) {
      const invalid = error instanceof ApiError && error.code === 'LINK_INVALID';
      setLink({ state: invalid ? 'invalid' : 'failed', reason: sentence(error) });
    }
  }, []);
  useEffect(() => {
    token.current = takeFromHash('token');
    void readLink();
  }, [readLink]);
  const factors = link.state === 'ready' ? link.factors : [];
  const { errors, form, button } = useForm({
    isReady: link.state === 'ready',
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
      <LinkDone sentence={done}>
        <a className="button button--main" href="/login">
          Sign in
        </a>
      </LinkDone>
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
        {link.state === 'invalid' ? link.reason : errors.form}
      </p>
      {link.state === 'failed' && <LoadFailed reason={link.reason} onRetry={readLink} />}
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

/** Asks about each recently added factor; none is chosen beforehand, so that nobody overlooks one. */
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
          <p className="field__error" id={`${_id}-error`}>
            {errors[_id]}
          </p>
        </fieldset>
      ))}
    </section>
  );
}
