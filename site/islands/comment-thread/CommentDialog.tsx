import { COMMENT_REASON_MAX, type ReportReason, reportReasons } from '#contracts/comment-limits.ts';
import { addStyles } from '../../client/add-styles.ts';
import type { Comment } from '../../client/comment-api.ts';
import { reportComment } from '../../stores/comments.ts';
import { DeleteDialog, DialogActions } from '../ui/Dialogs.tsx';
import styles from '../ui/dialogs.css?inline';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';

addStyles(styles);

const names: Record<ReportReason, string> = {
  spam: 'Advertising',
  abuse: 'Insults or threats',
  'off-topic': 'Off-topic',
  other: 'Something else',
};

interface Props {
  kind: 'delete' | 'report';
  comment: Comment;
  onDelete(): Promise<void>;
  onClose(): void;
}

/** Confirms the deletion of a comment, or reports it. */
export function CommentDialog({ kind, comment, onDelete, onClose }: Props) {
  if (kind === 'report') return <ReportDialog comment={comment} onClose={onClose} />;
  return (
    <div lang="en">
      <DeleteDialog title="Delete your comment?" onConfirm={onDelete} onClose={onClose}>
        This cannot be undone. Replies will remain.
      </DeleteDialog>
    </div>
  );
}

/** Reports a comment to the moderators. */
function ReportDialog({ comment, onClose }: { comment: Comment; onClose(): void }) {
  const { dialog, titleId, close } = useDialog(onClose);
  const { form, button, errors } = useForm({
    check: (data): Record<string, string> =>
      data.has('reason') ? {} : { reason: 'Please choose a reason.' },
    send: (data) =>
      reportComment(comment._id, {
        reason: data.get('reason') as ReportReason,
        note: String(data.get('note')),
      }),
    onDone: close,
  });
  const { reason, note } = errors.fields;
  return (
    <dialog {...dialog} lang="en">
      <h2 id={titleId}>Report the comment of {comment.name}</h2>
      <form className="form" {...form}>
        <fieldset className="report__reasons">
          <legend className="field__label">Why are you reporting this comment?</legend>
          {reportReasons.map((value) => (
            <label className="check" key={value}>
              <input
                type="radio"
                name="reason"
                value={value}
                aria-invalid={reason ? true : undefined}
              />
              {names[value]}
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor="report-note">Additional details (optional)</label>
          <textarea
            id="report-note"
            name="note"
            rows={2}
            maxLength={COMMENT_REASON_MAX}
            aria-invalid={note ? true : undefined}
          />
        </div>
        <p className="field__error" role="alert">
          {reason ?? note ?? errors.form}
        </p>
        <DialogActions submit="Report" button={button} onCancel={close} />
      </form>
    </dialog>
  );
}
