import { pluralize } from '../../format/pluralize.ts';
import type { Act } from '../ui/use-act.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';
import { RadioField } from './RadioField.tsx';
import { deleteUser, type User } from './user-calls.ts';

interface Props {
  user: User;
  act: Act;
  onClose(): void;
}

const commentChoices = [
  { value: 'keep', name: 'Keep them', means: 'Shown with “Deleted member” instead of the name.' },
  { value: 'remove', name: 'Delete them too', means: 'Replies of others remain.' },
] as const;

/** Confirms the deletion of an account, and asks what happens to its comments. */
export function DeleteUserDialog({ user, act, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const { form, button } = useForm({
    act,
    send: (data) => deleteUser(user._id, data.get('comments') as 'keep' | 'remove'),
    onDone: close,
  });
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="delete-user-title" onClose={onClose}>
      <h2 id="delete-user-title">Delete {user.name}?</h2>
      <p>
        The account {user.email} and its profile, likes and saved articles will be permanently
        deleted.{' '}
        {user.articles > 0 &&
          ` ${pluralize(user.articles, 'article')} will carry your name instead.`}
      </p>
      <form className="form users__form" {...form}>
        <RadioField
          name="comments"
          legend="Their comments"
          choices={commentChoices}
          defaultValue="keep"
        />
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button className="button button--danger" {...button}>
            Delete
          </button>
        </p>
      </form>
    </dialog>
  );
}
