import { useState } from 'react';
import { COMMENT_REASON_MAX } from '#contracts/comment-limits.ts';
import { counted } from '../../lib/format.ts';
import { Field } from '../Field.tsx';
import { useDialog } from '../use-dialog.ts';

interface Props {
  count: number;
  onReject(reason: string): void;
  onClose(): void;
}

/** Rejects with a reason, which the authors are told. */
export function RejectDialog({ count, onReject, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const [reason, setReason] = useState('');
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="reject-title" onClose={onClose}>
      <h2 id="reject-title">Reject {counted(count, 'comment')}?</h2>
      <form
        method="dialog"
        onSubmit={() => {
          onReject(reason.trim());
        }}
      >
        <Field
          name="reason"
          label="Why"
          hint="The author reads it beside the comment. It may stay empty."
          value={reason}
          onChange={setReason}
          lines={3}
          maxLength={COMMENT_REASON_MAX}
        />
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
