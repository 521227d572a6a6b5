import { useEffect, useRef, useState } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { ApiError } from '../../lib/api-client.ts';
import { sayOnNextPage } from '../../lib/member/said.ts';
import { type Account, changeEmail, readAccount } from '../account/account-calls.ts';
import { sentence } from '../use-loaded.ts';
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
  const [asking, setAsking] = useState<Account | null>(null);
  const answer = useRef<((confirmed: boolean) => void) | null>(null);
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

  const askWhoIsThere = async () => {
    const account = await readAccount();
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setAsking(account);
    });
  };
  const answered = (confirmed: boolean) => {
    setAsking(null);
    answer.current?.(confirmed);
    answer.current = null;
  };

  /** The address is changed by its own call, which may want to know who is there. */
  async function saveEmail(email: string): Promise<string> {
    try {
      return (await changeEmail(email)).msg;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFIRM_NEEDED') throw error;
      if (await askWhoIsThere()) return saveEmail(email);
      throw new ApiError(error.message, {
        ...{ code: error.code, status: error.status },
        fields: { email: 'Everything else is saved; the e-mail is as it was.' },
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
    ...{ restored, discard, asking, answered },
  };
}
