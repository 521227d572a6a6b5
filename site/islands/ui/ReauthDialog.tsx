import { type SubmitEvent, useLayoutEffect, useState } from 'react';
import type { ConfirmRequest } from '#contracts/account.ts';
import {
  type Account,
  reauthenticate,
  requestPasskeyChallenge,
  requestPasswordReset,
} from '../../client/account-api.ts';
import { authenticateWithPasskey, supportsPasskeys } from '../../client/passkey.ts';
import { BusyButton } from './BusyButton.tsx';
import { SecretField } from './SecretField.tsx';
import { useDialog } from './use-dialog.ts';
import { errorMessage } from './use-fetch.ts';

interface Props {
  /** Account, with its available methods of authentication. */
  account: Account;
  onResult(confirmed: boolean): void;
}

const passwordField = {
  label: 'Your password',
  name: 'password',
  autoComplete: 'current-password',
} as const;
const codeField = {
  label: 'Authenticator code',
  name: 'code',
  autoComplete: 'one-time-code',
} as const;

/**
 * Re-authenticates the user before a sensitive action; Escape and Cancel change nothing. It does not use
 * `useForm`: the form that it interrupts is still being sent, and React would show no result of a second
 * action until that ends.
 */
export function ReauthDialog({ account, onResult }: Props) {
  const { dialog, titleId, close } = useDialog(() => onResult(false));
  const { ref } = dialog;
  const [secret, setSecret] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const withPassword = account.password;
  const withCode = account.secondFactors.includes('totp');
  const withPasskey = account.secondFactors.includes('passkey') && supportsPasskeys();
  const withSecret = withPassword || withCode;
  useLayoutEffect(() => {
    ref.current?.querySelector('input')?.focus();
  }, [ref]);

  async function confirm(createRequest: () => Promise<ConfirmRequest>) {
    if (busy) return;
    setBusy(true);
    try {
      await reauthenticate(await createRequest());
      onResult(true);
    } catch (caught) {
      setError(errorMessage(caught));
      setBusy(false);
      ref.current?.querySelector('input')?.focus();
    }
  }

  async function createPasskeyRequest(): Promise<ConfirmRequest> {
    const passkeyOptions = await requestPasskeyChallenge();
    return {
      passkey: {
        challengeToken: passkeyOptions.challengeToken,
        response: await authenticateWithPasskey(passkeyOptions),
      },
    };
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const digits = secret.replace(/\s/g, '');
    if (!digits) return setError(`${(withPassword ? passwordField : codeField).label} is required`);
    // A user with an authenticator and a six-digit password means the code.
    const code = !withPassword || (withCode && /^\d{6}$/.test(digits));
    void confirm(async () => (code ? { code: digits } : { password: secret }));
  }

  return (
    <dialog {...dialog}>
      <h2 id={titleId}>Confirm your identity</h2>
      <p>For your security, please confirm your identity before continuing.</p>
      <form className="form own-account__confirm" noValidate onSubmit={onSubmit}>
        {withSecret && (
          <SecretField
            {...(withPassword ? passwordField : codeField)}
            {...(withPassword && withCode && { hint: 'Or an authenticator code.' })}
            value={secret}
            onChange={setSecret}
            error={error}
          />
        )}
        {withPasskey && (
          <p>
            <BusyButton className="button" onPress={() => confirm(createPasskeyRequest)}>
              Use your passkey
            </BusyButton>
          </p>
        )}
        {!withSecret && (
          <p className="form__error" role="alert">
            {error}
          </p>
        )}
        {!withPassword && <PasswordlessHelp account={account} />}
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          {withSecret && (
            <button
              // It keeps the focus during the request, so it is not disabled.
              type="submit"
              className="button button--main"
              aria-disabled={busy || undefined}
              aria-busy={busy || undefined}
            >
              Continue
            </button>
          )}
        </p>
      </form>
    </dialog>
  );
}

/** For an account without a password: signing in again, or requesting one by email. */
function PasswordlessHelp({ account: { email, oauth } }: { account: Account }) {
  const [status, setStatus] = useState('');
  const next = encodeURIComponent(location.pathname + location.search);

  async function requestLink() {
    try {
      setStatus((await requestPasswordReset(email)).msg);
    } catch (error) {
      setStatus(errorMessage(error));
    }
  }

  return (
    <>
      <p>
        Your account has no password.{' '}
        {oauth?.login
          ? `Sign in with ${oauth.name} again and do this within ten minutes, or set a password first.`
          : 'Sign in again and do this within ten minutes, or set a password first.'}
      </p>
      <p className="own-account__actions">
        <a className="button" href={`/login?again&next=${next}`}>
          Sign in again
        </a>
        <BusyButton className="button" onPress={requestLink}>
          Email me a link to set one
        </BusyButton>
      </p>
      <p role="status">{status}</p>
    </>
  );
}
