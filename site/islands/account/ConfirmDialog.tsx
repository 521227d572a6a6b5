import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { confirmByPassword } from './account-calls.ts';
import { SecretField } from './SecretField.tsx';

/** Asks who is there before something dangerous; Escape and Cancel leave everything as it is. */
export function ConfirmDialog({ onAnswer }: { onAnswer(confirmed: boolean): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);

  async function confirm() {
    if (busy) return;
    if (!password) return setError('Your password is required');
    setBusy(true);
    try {
      await confirmByPassword(password);
      onAnswer(true);
    } catch (caught) {
      setError(caught instanceof ApiError ? caught.message : 'Please reload the page.');
      setBusy(false);
      dialog.current?.querySelector('input')?.focus();
    }
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="confirm-title"
      onClose={() => onAnswer(false)}
    >
      <h2 id="confirm-title">Is it you?</h2>
      <p>This needs your password once more, in case the device was left alone.</p>
      <form
        className="form own-account__confirm"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <SecretField
          label="Your password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={error}
        />
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
