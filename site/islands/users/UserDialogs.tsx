import type { z } from 'zod';
import { messages, NAME_MIN } from '#contracts/session-messages.ts';
import type { ListedUser, userChangeResponse } from '#contracts/user-list.ts';
import { callApi } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { DialogActions } from '../ui/Dialogs.tsx';
import { Field } from '../ui/Field.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';

interface RadioFieldProps {
  name: string;
  legend: string;
  choices: readonly { value: string | number; name: string; means: string }[];
  /** The initially selected value. */
  defaultValue: string | number;
}

const roles = [
  { value: 0, name: 'Basic', means: 'Likes, saves and comments.' },
  { value: 1, name: 'Admin', means: 'Full access, including user management.' },
] as const;

interface DeleteUserDialogProps {
  user: ListedUser;
  runAction: RunAction;
  onClose(): void;
}

const commentChoices = [
  { value: 'keep', name: 'Keep them', means: 'Shown with “Deleted member” instead of the name.' },
  { value: 'remove', name: 'Delete them too', means: 'Replies of others remain.' },
] as const;

interface Props {
  user: ListedUser;
  runAction: RunAction;
  onClose(): void;
}

/** Changes that an admin can make to another account. */
export function EditUserDialog({ user, runAction, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  const wasSuspended = user.state === 'suspended';
  const { form, button } = useForm({
    runAction,
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
    if ((await runAction(() => resendInvitation(user._id))).done) close();
  }

  return (
    <dialog {...dialog}>
      <h2 id={titleId}>{user.name}</h2>
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
        <DialogActions submit="Save" button={button} onCancel={close} />
      </form>
    </dialog>
  );
}

/** Invites a user by email; the link in it sets their password. */
export function AddUserDialog({ runAction, onClose }: { runAction: RunAction; onClose(): void }) {
  const { dialog, titleId, close } = useDialog(onClose);
  const { errors, form, button } = useForm({
    runAction,
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
    <dialog {...dialog}>
      <h2 id={titleId}>Add User</h2>
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
        <DialogActions submit="Send invitation" button={button} onCancel={close} />
      </form>
    </dialog>
  );
}

/** Confirms the deletion of an account, and asks what happens to its comments. */
export function DeleteUserDialog({ user, runAction, onClose }: DeleteUserDialogProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  const { form, button } = useForm({
    runAction,
    send: (data) => deleteUser(user._id, data.get('comments') as 'keep' | 'remove'),
    onDone: close,
  });
  return (
    <dialog {...dialog}>
      <h2 id={titleId}>Delete {user.name}?</h2>
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
        <DialogActions variant="danger" submit="Delete" button={button} onCancel={close} />
      </form>
    </dialog>
  );
}

/**
 * The role of an account.
 * @param defaultValue the initially selected role
 */
function RoleField({ defaultValue }: { defaultValue: number }) {
  return (
    <RadioField name="role" legend="Account type" choices={roles} defaultValue={defaultValue} />
  );
}

/** A choice between a few values, each with a description. */
function RadioField({ name, legend, choices, defaultValue }: RadioFieldProps) {
  return (
    <fieldset className="users__roles">
      <legend className="field__label">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="check">
          <input
            type="radio"
            name={name}
            value={choice.value}
            defaultChecked={choice.value === defaultValue}
          />
          <span>
            {choice.name}
            <small>{choice.means}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Changed = z.infer<typeof userChangeResponse>;

const userApiPath = (id: string) => `/api/admin/users/${encodeURIComponent(id)}`;

const inviteUser = (input: { name: string; email: string; role: number }): Promise<Changed> =>
  callApi('POST', '/api/admin/users', { body: input });

const resendInvitation = (id: string): Promise<{ msg: string }> =>
  callApi('POST', `${userApiPath(id)}/invitation`);

const changeUser = (id: string, change: { role?: number; suspended?: boolean }): Promise<Changed> =>
  callApi('PUT', userApiPath(id), { body: change });

const deleteUser = (id: string, comments: 'keep' | 'remove'): Promise<{ msg: string }> =>
  callApi('DELETE', `/api/user/${encodeURIComponent(id)}?comments=${comments}`);
