import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { RecentFactor } from '#contracts/account.ts';
import { messages, PASSWORD_MIN } from '#contracts/session-messages.ts';
import { ApiError, callApi } from '../../lib/api-client.ts';
import { longDate } from '../../lib/format.ts';
import { INCOMPLETE_LINK, takeFromHash } from '../../lib/take-from-hash.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { SecretField } from '../ui/SecretField.tsx';
import { sentence } from '../use-loaded.ts';
import { LinkDone } from './LinkDone.tsx';
import { useEarlySubmit } from './use-early-submit.ts';

type Link =
  | { state: 'reading' }
  | { state: 'ready'; factors: RecentFactor[] }
  | { state: 'failed'; reason: string }
  | { state: 'invalid'; reason: string };
type Decision = 'keep' | 'remove';

/** Sets a new password by the link of an email, and removes factors that an intruder added. */
export function ResetPassword() {
  const form = useRef<HTMLFormElement>(null);
  const token = useRef('');
  const [link, setLink] = useState<Link>({ state: 'reading' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
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
  useEarlySubmit(form, link.state !== 'reading');

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || link.state !== 'ready') return;
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    const decided = new Map(
      link.factors.map(({ _id }) => [_id, data.get(_id) as Decision | null] as const),
    );
    const wrong: Record<string, string> = {
      ...(password.length < PASSWORD_MIN && { password: messages.password }),
      ...Object.fromEntries(
        [...decided]
          .filter(([, decision]) => decision === null)
          .map(([id]) => [id, 'Choose whether to keep or remove it.']),
      ),
    };
    show(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const removeFactors = [...decided].filter(([, one]) => one === 'remove').map(([id]) => id);
    const body = { token: token.current, password, removeFactors };
    try {
      const options = { body, retry: false };
      setDone((await callApi<{ msg: string }>('POST', '/api/user/reset', options)).msg);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      show(Object.keys(fields).length > 0 ? fields : { form: sentence(error) });
      setBusy(false);
    }
  }

  function show(wrong: Record<string, string>) {
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    const field = first && form.current?.elements.namedItem(first);
    const input = field instanceof RadioNodeList ? field[0] : field;
    if (input instanceof HTMLElement) input.focus();
  }

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
      ref={form}
      onSubmit={onSubmit}
    >
      <p>It signs out every device that is signed in to your account.</p>
      <p className="form__error" role="alert">
        {link.state === 'invalid' ? link.reason : errors.form}
      </p>
      {link.state === 'failed' && <LoadFailed reason={link.reason} onRetry={readLink} />}
      <SecretField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={errors.password}
      />
      {link.state === 'ready' && link.factors.length > 0 && (
        <RecentFactors factors={link.factors} errors={errors} />
      )}
      <button className="button button--main" type="submit" aria-disabled={busy || undefined}>
        Change password
      </button>
      <p>
        The link is too old? <a href="/forgot-password">Ask for a new one</a>
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
  errors: Record<string, string>;
}) {
  return (
    <section className="recent-factors" aria-labelledby="recent-factors-title">
      <h2 id="recent-factors-title">Did you add these?</h2>
      <p>
        They were added to your account in the last 30 days and can be used to sign in. Remove
        whatever you do not recognize.
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
