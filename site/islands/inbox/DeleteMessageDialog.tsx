import { useEffect, useRef } from 'react';
import type { Message } from './message-calls.ts';

interface Props {
  message: Message;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a message goes for good. Escape and Cancel leave it alone. */
export function DeleteMessageDialog({ message, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="delete-title" onClose={onClose}>
      <h2 id="delete-title">Delete the message of {message.name}?</h2>
      <p>It goes for good: there is no bin for messages.</p>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button
          type="button"
          className="button button--danger"
          onClick={() => {
            onConfirm();
            dialog.current?.close();
          }}
        >
          Delete
        </button>
      </p>
    </dialog>
  );
}
