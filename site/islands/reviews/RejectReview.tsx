import { useEffect, useRef, useState } from 'react';
import { Field } from '../Field.tsx';

interface Props {
  name: string;
  onReject(reason: string): void;
  onClose(): void;
}

/** Characters that the API takes. */
const REASON_MAX = 500;

/** Rejects a review with a reason, which its author is told. */
export function RejectReview({ name, onReject, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="reject-title" onClose={onClose}>
      <h2 id="reject-title">Reject the review of {name}?</h2>
      <form method="dialog" onSubmit={() => onReject(reason.trim())}>
        <Field
          name="reason"
          label="Why"
          hint="The author reads it beside the review. It may stay empty."
          value={reason}
          onChange={setReason}
          lines={3}
          maxLength={REASON_MAX}
        />
        <p className="dialog__actions">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
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
