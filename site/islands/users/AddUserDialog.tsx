import { messages, NAME_MIN } from '#contracts/session-messages.ts';
import { Field } from '../ui/Field.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';
import { RoleField } from './RoleField.tsx';
import { inviteUser } from './user-calls.ts';

/** Invites a user by email; the link in it sets their password. */
export function AddUserDialog({ act, onClose }: { act: Act; onClose(): void }) {
  const { dialog, close } = useDialog(onClose);
  const { errors, form, button } = useForm({
    act,
    messages,
    send: (data) =>
      inviteUser({
        name: String(data.get('name')),
        email: String(data.get('email')),
        role: Number(data.get('role')),
      }),
    onDone: close,
  });
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="add-user-title" onClose={onClose}>
      <h2 id="add-user-title">Add User</h2>
      <p>
        They will receive an email with a link to set their password. It expires after seven days.
      </p>
      <form className="form users__form" {...form}>
        <Field
          label="Name"
          name="name"
          error={errors.fields.name}
          required
          minLength={NAME_MIN}
          maxLength={80}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          error={errors.fields.email}
          required
          maxLength={254}
        />
        <RoleField defaultValue={0} />
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button className="button button--main" {...button}>
            Send invitation
          </button>
        </p>
      </form>
    </dialog>
  );
}
