import { type ReactNode, useId } from 'react';
import { useDialog } from './use-dialog.ts';

interface Props {
  title: string;
  /** What it means, in a sentence or two. */
  children: ReactNode;
  /** Names of the two buttons. */
  confirm: string;
  decline?: string;
  look?: 'main' | 'danger';
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot simply be undone. Escape and the first button leave it alone. */
export function AskDialog({ title, children, confirm, onConfirm, onClose, ...rest }: Props) {
  const { decline = 'Cancel', look = 'main' } = rest;
  const { dialog, close } = useDialog(onClose);
  const titleId = useId();
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      <p>{children}</p>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={close}>
          {decline}
        </button>
        <button
          type="button"
          className={`button button--${look}`}
          onClick={() => {
            onConfirm();
            close();
          }}
        >
          {confirm}
        </button>
      </p>
    </dialog>
  );
}
