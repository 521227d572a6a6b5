import { useEffect, useRef, useState } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { changeEmail } from '../../client/account-calls.ts';
import { ApiError } from '../../client/api-client.ts';
import { sayOnNextPage } from '../../client/flash-message.ts';
import { useConfirmation } from '../ui/use-act.tsx';
import { sentence } from '../ui/use-loaded.ts';
import { forgetDraft, formOf, keepDraft, keptDraft, type ProfileForm } from './form.ts';
import { saveProfile } from './profile-calls.ts';

type Errors = Record<string, string>;

/** The first part of a name as `skills.3` is the field on the page; projects have fields of their own. */
const fieldsOf = (errors: Errors): Errors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, said]) => [
      name.startsWith('projects.') ? name : (name.split('.')[0] ?? name),
      said,
    ]),
  );

/** The form of /profile/edit: what is typed, what is wrong with it, and saving it. */
export function useProfile(user: OwnUser) {
  const [saved] = useState(() => formOf(user));
  const [kept] = useState(() => keptDraft(user));
  const [form, setForm] = useState<ProfileForm>(kept ?? saved);
  const [restored, setRestored] = useState(kept !== null);
  const [errors, setErrors] = useState<Errors>({});
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const { withConfirmation, dialog } = useConfirmation();
  const changed = JSON.stringify(form) !== JSON.stringify(saved);
  const leaving = useRef(false);

  useEffect(() => {
    if (changed) keepDraft(user._id, form);
    else forgetDraft();
    const warn = (event: BeforeUnloadEvent) => {
      if (changed && !leaving.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [changed, form, user._id]);

  const change = (part: Partial<ProfileForm>) => setForm((current) => ({ ...current, ...part }));

  const discard = () => {
    setForm(saved);
    setRestored(false);
    setErrors({});
    setTrouble('');
  };

  function fail(error: unknown): void {
    const fields = error instanceof ApiError ? fieldsOf(error.fields) : {};
    setErrors(fields);
    // A sentence at its field is not said twice.
    setTrouble(Object.keys(fields).length === 0 ? sentence(error) : '');
  }

  /** The address is changed by its own call, which may want to know who is there. */
  async function saveEmail(email: string): Promise<string> {
    try {
      return (await withConfirmation(() => changeEmail(email))).msg;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFIRM_NEEDED') throw error;
      throw new ApiError(error.message, {
        code: error.code,
        status: error.status,
        fields: { email: 'Everything else is saved; the email was not changed.' },
      });
    }
  }

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setErrors({});
    setTrouble('');
    try {
      const said = [(await saveProfile(form)).msg];
      const email = form.email.trim().toLowerCase();
      if (email !== saved.email.toLowerCase()) said.push(await saveEmail(email));
      leaving.current = true;
      forgetDraft();
      sayOnNextPage(said.join(' '));
      location.assign('/profile');
    } catch (error) {
      setBusy(false);
      fail(error);
    }
  }

  return {
    ...{ form, change, errors, trouble, busy, changed, save },
    ...{ restored, discard, dialog },
  };
}
