import { useState } from 'react';
import { messages, NAME_MIN } from '#contracts/session-messages.ts';
import type { Act } from '../account/use-account.ts';
import { useSectionForm } from '../account/use-section-form.ts';
import { Field } from '../Field.tsx';
import { useDialog } from '../use-dialog.ts';
import { RoleField } from './RoleField.tsx';
import { inviteUser } from './user-calls.ts';

/** Invites somebody: a mail goes to them, and its link sets their password. */
export function AddUserDialog({ act, onClose }: { act: Act; onClose(): void }) {
  const { dialog, close } = useDialog(onClose);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(0);
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await act(() => inviteUser({ name, email, role }));
      if (outcome.done) close();
      return outcome;
    },
    (): Record<string, string> => {
      if (name.trim().length < NAME_MIN) return { name: messages.name };
      return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim())
        ? {}
        : { email: messages.email };
    },
  );
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="add-user-title" onClose={onClose}>
      <h2 id="add-user-title">Add User</h2>
      <p>They get a mail with a link that works for seven days and sets their password.</p>
      <form className="form users__form" ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label="Name"
          name="name"
          value={name}
          onChange={setName}
          error={errors.name}
          maxLength={80}
        />
        <Field
          label="E-mail"
          name="email"
          value={email}
          onChange={setEmail}
          error={errors.email}
          maxLength={254}
        />
        <RoleField role={role} onChange={setRole} />
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button--main" aria-disabled={busy || undefined}>
            Send the invitation
          </button>
        </p>
      </form>
    </dialog>
  );
}
