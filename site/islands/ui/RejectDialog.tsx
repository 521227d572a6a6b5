import { Field } from './Field.tsx';
import { useDialog } from './use-dialog.ts';

interface Props {
  title: string;
  hint: string;
  maxLength: number;
  onReject(reason: string): void;
  onClose(): void;
}

/** Rejects comments or a review with a reason, which is sent to the authors. */
export function RejectDialog({ title, hint, maxLength, onReject, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="reject-title" onClose={onClose}>
      <h2 id="reject-title">{title}</h2>
      <form
        method="dialog"
        onSubmit={(event) =>
          onReject(String(new FormData(event.currentTarget).get('reason')).trim())
        }
      >
        <Field name="reason" label="Reason" hint={hint} lines={3} maxLength={maxLength} />
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button--main">
            Reject
          </button>
        </p>
      </form>
    </dialog>
  );
}
