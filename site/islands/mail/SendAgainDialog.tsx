import { useEffect, useRef } from 'react';
import type { Mail } from './mail-calls.ts';

interface Props {
  mail: Mail;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a mail is sent again that may have arrived already. */
export function SendAgainDialog({ mail, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="again-title" onClose={onClose}>
      <h2 id="again-title">Send “{mail.subject}” again?</h2>
      <p>
        Nobody knows whether {mail.to} has it. Sent again, it may arrive twice. The log of your mail
        server may tell.
      </p>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Leave it
        </button>
        <button
          type="button"
          className="button button--main"
          onClick={() => {
            onConfirm();
            dialog.current?.close();
          }}
        >
          Send it again
        </button>
      </p>
    </dialog>
  );
}
