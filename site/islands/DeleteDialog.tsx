import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  title: string;
  /** What deleting means, in a sentence or two. */
  children: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something is deleted. Escape and Cancel leave it alone. */
export function DeleteDialog({ title, children, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="delete-title" onClose={onClose}>
      <h2 id="delete-title">{title}</h2>
      <p>{children}</p>
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
