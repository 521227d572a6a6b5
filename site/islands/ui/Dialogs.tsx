import type { ComponentProps, ReactNode } from 'react';
import { BusyButton } from './BusyButton.tsx';
import { iconShapes, LineIcon } from './Icon.tsx';
import { useDialog } from './use-dialog.ts';

interface ActionsProps {
  /** Labels of the two buttons. */
  submit: string;
  cancel?: string;
  variant?: 'main' | 'danger';
  /** Props of the submit button, such as those of `useForm`. */
  button: ComponentProps<typeof BusyButton>;
  onCancel(): void;
}

/** The buttons of a dialog: one cancels it, the other submits its form or confirms the action. */
export function DialogActions({ variant = 'main', cancel = 'Cancel', ...props }: ActionsProps) {
  const { submit, button, onCancel } = props;
  return (
    <p className="dialog__actions">
      <button type="button" className="button" onClick={onCancel}>
        {cancel}
      </button>
      <BusyButton className={`button button--${variant}`} {...button}>
        {submit}
      </BusyButton>
    </p>
  );
}

/** Closes its dialog, like Escape. */
export function CloseButton({ onClose }: { onClose(): void }) {
  return (
    <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
      <LineIcon path={iconShapes.close} />
    </button>
  );
}

interface DeleteDialogProps {
  title: string;
  /** Consequences of the action, in one or two sentences. */
  children: ReactNode;
  /** If it returns a promise, the dialog is busy until that settles. Then it closes. */
  onConfirm(): unknown;
  onClose(): void;
}

interface ConfirmProps extends DeleteDialogProps {
  /** Labels of the two buttons. */
  confirm: string;
  decline?: string;
  variant?: 'main' | 'danger';
}

/** Confirms an action that cannot easily be undone. Escape and the first button cancel it. */
export function ConfirmDialog({ title, children, onConfirm, onClose, ...labels }: ConfirmProps) {
  const { confirm, decline = 'Cancel', variant = 'main' } = labels;
  const { dialog, titleId, close } = useDialog(onClose);
  const confirmAndClose = async () => {
    try {
      await onConfirm();
    } finally {
      close();
    }
  };
  return (
    <dialog {...dialog}>
      <h2 id={titleId}>{title}</h2>
      <p>{children}</p>
      <DialogActions
        cancel={decline}
        submit={confirm}
        variant={variant}
        button={{ onPress: confirmAndClose }}
        onCancel={close}
      />
    </dialog>
  );
}

/** Confirms a deletion. */
export function DeleteDialog(props: DeleteDialogProps) {
  return <ConfirmDialog confirm="Delete" variant="danger" {...props} />;
}
