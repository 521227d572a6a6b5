import { useState } from 'react';
import { counted } from '../../lib/format.ts';
import type { Act } from '../account/use-account.ts';
import { useDialog } from '../use-dialog.ts';
import { RadioField } from './RadioField.tsx';
import { deleteUser, type User } from './user-calls.ts';

interface Props {
  user: User;
  act: Act;
  onClose(): void;
}

const fates = [
  { value: 'keep', name: 'They stay', means: 'With “Deleted member” in the place of the name.' },
  { value: 'remove', name: 'They go too', means: 'Answers of others to them stay.' },
] as const;

/** Asks before an account goes, and what becomes of its comments. */
export function DeleteUserDialog({ user, act, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const [comments, setComments] = useState<'keep' | 'remove'>('keep');

  async function confirm() {
    const outcome = await act(() => deleteUser(user._id, comments));
    if (outcome.done) close();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="delete-user-title" onClose={onClose}>
      <h2 id="delete-user-title">Delete {user.name}?</h2>
      <p>
        The account {user.email} goes for good, with its profile, likes and saves.
        {user.articles > 0 && ` ${counted(user.articles, 'article')} will carry your name instead.`}
      </p>
      <div className="form users__form">
        <RadioField
          name="comments"
          legend="Their comments"
          choices={fates}
          chosen={comments}
          onChoose={(fate) => setComments(fate)}
        />
      </div>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button type="button" className="button button--danger" onClick={() => void confirm()}>
          Delete
        </button>
      </p>
    </dialog>
  );
}
