import { DialogActions } from './Dialogs.tsx';
import { Field } from './Field.tsx';
import type { RunAction } from './use-action.tsx';
import { useDialog } from './use-dialog.ts';
import { useForm } from './use-form.ts';

interface Props {
  title: string;
  hint: string;
  maxLength: number;
  /** Shows the result as a toast instead of in the dialog. */
  runAction?: RunAction;
  /** @throws ApiError that is shown; the dialog stays open then */
  onReject(reason: string): Promise<unknown>;
  onClose(): void;
}

/** Rejects comments or a review with a reason, which is sent to the authors. */
export function RejectDialog({ title, hint, maxLength, runAction, onReject, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  const { form, button, errors } = useForm({
    ...(runAction && { runAction }),
    send: (data) => onReject(String(data.get('reason')).trim()),
    onDone: close,
  });
  return (
    <dialog {...dialog}>
      <h2 id={titleId}>{title}</h2>
      <form className="form" {...form}>
        <Field
          name="reason"
          label="Reason"
          hint={hint}
          lines={3}
          maxLength={maxLength}
          error={errors.fields.reason ?? errors.form}
        />
        <DialogActions submit="Reject" button={button} onCancel={close} />
      </form>
    </dialog>
  );
}
