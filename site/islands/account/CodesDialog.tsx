import { useEffect, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { useDialog } from '../ui/use-dialog.ts';

/** Shows recovery codes once; it closes only by its button. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const { dialog, close } = useDialog(onClose);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const file = new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' });
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [codes]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showToast({ type: 'SUCCESS', message: 'Copied.' });
    } catch {
      showToast({
        type: 'error',
        message: 'The codes could not be copied. Please write them down.',
      });
    }
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="codes-title"
      onCancel={(event) => event.preventDefault()}
      onClose={onClose}
    >
      <h2 id="codes-title">Your recovery codes</h2>
      <p>
        These codes are shown only once. Each can be used once if you lose your authenticator or
        passkey.
      </p>
      <ul className="own-account__codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <a className="button" href={address} download="recovery-codes.txt">
          Download
        </a>
        <button type="button" className="button button--main" onClick={close}>
          I have saved them
        </button>
      </p>
    </dialog>
  );
}
