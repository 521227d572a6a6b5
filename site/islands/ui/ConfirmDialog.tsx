import type { ReactNode } from 'react';
import { DialogActions } from './DialogActions.tsx';
import { useDialog } from './use-dialog.ts';

interface DeleteDialogProps {
  title: string;
  /** Consequences of the deletion, in one or two sentences. */
  children: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

interface Props {
  title: string;
  /** Consequences of the action, in one or two sentences. */
  children: ReactNode;
  /** Labels of the two buttons. */
  confirm: string;
  decline?: string;
  variant?: 'main' | 'danger';
  onConfirm(): void;
  onClose(): void;
}

/** Confirms an action that cannot easily be undone. Escape and the first button cancel it. */
export function ConfirmDialog({ title, children, confirm, onConfirm, onClose, ...rest }: Props) {
  const { decline = 'Cancel', variant = 'main' } = rest;
  const { dialog, titleId, close } = useDialog(onClose);
  return (
    <dialog {...dialog}>
      <h2 id={titleId}>{title}</h2>
      <p>{children}</p>
      <DialogActions
        cancel={decline}
        submit={confirm}
        variant={variant}
        button={{
          type: 'button',
          onClick: () => {
            onConfirm();
            close();
          },
        }}
        onCancel={close}
      />
    </dialog>
  );
}

/** Confirms a deletion. */
export function DeleteDialog(props: DeleteDialogProps) {
  return <ConfirmDialog confirm="Delete" variant="danger" {...props} />;
}
