import { type SubmitEvent, useState } from 'react';
import type { Act } from '../account/use-account.ts';
import { useDialog } from '../use-dialog.ts';
import { RoleField } from './RoleField.tsx';
import { changeUser, inviteAgain, type User } from './user-calls.ts';

interface Props {
  user: User;
  act: Act;
  onClose(): void;
}

/** What an admin decides about somebody else's account. */
export function EditUserDialog({ user, act, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const [role, setRole] = useState(user.role);
  const [suspended, setSuspended] = useState(user.state === 'suspended');
  const [busy, setBusy] = useState(false);

  async function run(call: () => Promise<{ msg: string }>) {
    if (busy) return;
    setBusy(true);
    const outcome = await act(call);
    setBusy(false);
    if (outcome.done) close();
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const change = {
      ...(role !== user.role && { role }),
      ...(suspended !== (user.state === 'suspended') && { suspended }),
    };
    if (Object.keys(change).length === 0) return close();
    void run(() => changeUser(user._id, change));
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="edit-user-title" onClose={onClose}>
      <h2 id="edit-user-title">{user.name}</h2>
      <p className="users__email">{user.email}</p>
      <form className="form users__form" onSubmit={onSubmit}>
        <RoleField role={role} onChange={setRole} />
        <label className="check">
          <input
            type="checkbox"
            checked={suspended}
            onChange={(event) => setSuspended(event.currentTarget.checked)}
          />
          <span>
            Suspended
            <small>Signed out everywhere, and nobody can sign in. Nothing is deleted.</small>
          </span>
        </label>
        {user.state === 'invited' && (
          <p>
            <button
              type="button"
              className="button button--small"
              onClick={() => void run(() => inviteAgain(user._id))}
            >
              Send the invitation again
            </button>
          </p>
        )}
        <p className="label">
          Another role or a suspension signs {user.firstName} out, and is told by mail.
        </p>
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button--main" aria-disabled={busy || undefined}>
            Save
          </button>
        </p>
      </form>
    </dialog>
  );
}
