import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ConfirmRequest } from '#contracts/account.ts';
import type { SecondFactorMethod } from '#contracts/second-factor.ts';
import { ApiError } from '../../lib/api-client.ts';
import { PasskeyFailed, passkeysWork, showPasskey } from '../../lib/passkey.ts';
import { askForPasskey, confirmWhoIsThere } from './account-calls.ts';
import { SecretField } from './SecretField.tsx';

interface Props {
  /** What the account has beside the password. */
  methods: SecondFactorMethod[];
  onAnswer(confirmed: boolean): void;
}

/** Asks who is there before something dangerous; Escape and Cancel leave everything as it is. */
export function ConfirmDialog({ methods, onAnswer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [secret, setSecret] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const withCode = methods.includes('totp');
  const withPasskey = methods.includes('passkey') && passkeysWork();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);

  async function confirm(prove: () => Promise<ConfirmRequest>) {
    if (busy) return;
    setBusy(true);
    try {
      await confirmWhoIsThere(await prove());
      onAnswer(true);
    } catch (caught) {
      const known = caught instanceof ApiError || caught instanceof PasskeyFailed;
      setError(known ? caught.message : 'Please reload the page.');
      setBusy(false);
      dialog.current?.querySelector('input')?.focus();
    }
  }

  async function provePasskey(): Promise<ConfirmRequest> {
    const question = await askForPasskey();
    return { passkey: { ticket: question.ticket, response: await showPasskey(question) } };
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const digits = secret.replace(/\s/g, '');
    if (!digits) return setError('Your password is required');
    // Who has an authenticator and a password of six digits shows the code.
    const code = withCode && /^\d{6}$/.test(digits);
    void confirm(async () => (code ? { code: digits } : { password: secret }));
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="confirm-title"
      onClose={() => onAnswer(false)}
    >
      <h2 id="confirm-title">Is it you?</h2>
      <p>This asks once more who is there, in case the device was left alone.</p>
      <form className="form own-account__confirm" noValidate onSubmit={onSubmit}>
        <SecretField
          label="Your password"
          name="password"
          autoComplete="current-password"
          {...(withCode && { hint: 'Or the code of your authenticator.' })}
          value={secret}
          onChange={setSecret}
          error={error}
        />
        {withPasskey && (
          <p>
            <button type="button" className="button" onClick={() => void confirm(provePasskey)}>
              Use your passkey
            </button>
          </p>
        )}
        <p className="dialog__actions">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button button--main" aria-disabled={busy || undefined}>
            Go on
          </button>
        </p>
      </form>
    </dialog>
  );
}
