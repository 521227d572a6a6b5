import { BusyButton } from '../ui/BusyButton.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';
import { RoleField } from './RoleField.tsx';
import { changeUser, inviteAgain, type User } from './user-calls.ts';

interface Props {
  user: User;
  act: Act;
  onClose(): void;
}

/** Changes that an admin can make to another account. */
export function EditUserDialog({ user, act, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const wasSuspended = user.state === 'suspended';
  const { form, button } = useForm({
    act,
    send: async (data) => {
      const role = Number(data.get('role'));
      const suspended = data.has('suspended');
      const change = {
        ...(role !== user.role && { role }),
        ...(suspended !== wasSuspended && { suspended }),
      };
      return Object.keys(change).length > 0 && changeUser(user._id, change);
    },
    onDone: close,
  });
  async function invite() {
    if ((await act(() => inviteAgain(user._id))).done) close();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="edit-user-title" onClose={onClose}>
      <h2 id="edit-user-title">{user.name}</h2>
      <p className="users__email">{user.email}</p>
      <form className="form users__form" {...form}>
        <RoleField defaultValue={user.role} />
        <label className="check">
          <input type="checkbox" name="suspended" defaultChecked={wasSuspended} />
          <span>
            Suspended
            <small>Signed out on all devices and cannot sign in. No data is deleted.</small>
          </span>
        </label>
        {user.state === 'invited' && (
          <p>
            <BusyButton className="button button--small" onPress={invite}>
              Resend invitation
            </BusyButton>
          </p>
        )}
        <p className="label">
          Another role or a suspension signs {user.firstName} out and sends an email.
        </p>
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button className="button button--main" {...button}>
            Save
          </button>
        </p>
      </form>
    </dialog>
  );
}
