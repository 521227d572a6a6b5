import { useState } from 'react';
import { type Account, requestPasswordReset } from '../../client/account-calls.ts';
import { errorMessage } from './use-loaded.ts';

/** For an account without a password: signing in again, or requesting one by email. */
export function OtherProof({ account: { email, codeHost } }: { account: Account }) {
  const [status, setStatus] = useState('');
  const [busy, setBusy] = useState(false);
  const next = encodeURIComponent(location.pathname);

  async function mail() {
    if (busy) return;
    setBusy(true);
    try {
      setStatus((await requestPasswordReset(email)).msg);
    } catch (error) {
      setStatus(errorMessage(error));
    }
    setBusy(false);
  }

  return (
    <>
      <p>
        Your account has no password.{' '}
        {codeHost?.login
          ? `Sign in with ${codeHost.name} again and do this within ten minutes, or set a password first.`
          : 'Sign in again and do this within ten minutes, or set a password first.'}
      </p>
      <p className="own-account__actions">
        <a className="button" href={`/login?again&next=${next}`}>
          Sign in again
        </a>
        <button
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={() => void mail()}
        >
          Email me a link to set one
        </button>
      </p>
      <p role="status">{status}</p>
    </>
  );
}
