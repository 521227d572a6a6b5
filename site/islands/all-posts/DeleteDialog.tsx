import { useEffect, useRef } from 'react';
import type { Post } from './post-calls.ts';

interface Props {
  post: Post;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before an article goes to the bin. Escape and Cancel leave it alone. */
export function DeleteDialog({ post, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="delete-title" onClose={onClose}>
      <h2 id="delete-title">Delete “{post.title}”?</h2>
      <p>Readers can no longer open it. It stays in the bin for 30 days and can be restored.</p>
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
