import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { INCOMPLETE_LINK, takeFromHash } from '../../lib/take-from-hash.ts';
import { sentence } from '../use-loaded.ts';
import { LinkDone } from './LinkDone.tsx';
import { useEarlySubmit } from './use-early-submit.ts';

interface Reverted {
  msg: string;
  resetToken: string;
}

/** Undoes an email change by the link sent to the former address. */
export function RevertEmail() {
  const form = useRef<HTMLFormElement>(null);
  const token = useRef('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Reverted | null>(null);
  useEffect(() => {
    token.current = takeFromHash('token');
    if (!token.current) setError(INCOMPLETE_LINK);
  }, []);
  useEarlySubmit(form, true);

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      const options = { body: { token: token.current }, retry: false };
      setDone(await callApi<Reverted>('POST', '/api/user/email/revert', options));
    } catch (caught) {
      setError(token.current ? sentence(caught) : INCOMPLETE_LINK);
      setBusy(false);
    }
  }

  if (done) {
    return (
      <LinkDone sentence={done.msg}>
        <p>The old password no longer works. Choose a new one to sign in.</p>
        <a className="button button--main" href={`/reset-password#token=${done.resetToken}`}>
          Choose a new password
        </a>
      </LinkDone>
    );
  }
  return (
    <form
      className="form needs-script"
      data-early=""
      method="post"
      action="/api/user/email/revert"
      noValidate
      ref={form}
      onSubmit={onSubmit}
    >
      <p>
        This brings your former email address back, signs out every device and makes the current
        password invalid. Do it if you did not change the address yourself.
      </p>
      <p className="form__error" role="alert">
        {error}
      </p>
      <button className="button button--main" type="submit" aria-disabled={busy || undefined}>
        Undo the change
      </button>
      <p>Did you change it yourself? Close the page: nothing happens.</p>
    </form>
  );
}
