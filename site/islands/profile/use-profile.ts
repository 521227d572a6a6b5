import { useEffect, useRef, useState } from 'react';
import type { OwnUser } from '#contracts/user.ts';
import { changeEmail } from '../../client/account-calls.ts';
import { ApiError } from '../../client/api-client.ts';
import { setFlashMessage } from '../../client/flash-message.ts';
import { useReauthentication } from '../ui/use-act.tsx';
import { formOf, type ProfileForm, readDraft, removeDraft, storeDraft } from './form.ts';
import { saveProfile } from './profile-calls.ts';

/**
 * Returns the field of the page for an error: the first part of a name such as `skills.3`; projects have
 * fields of their own.
 */
function fieldOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message, code, status } = error;
  const fields = Object.entries(error.fields).map(([name, errorText]) => [
    name.startsWith('projects.') ? name : (name.split('.')[0] ?? name),
    errorText,
  ]);
  return new ApiError(message, { code, status, fields: Object.fromEntries(fields) });
}

/** Values of /profile/edit, and saving them. */
export function useProfile(user: OwnUser) {
  const [saved] = useState(() => formOf(user));
  const [draft] = useState(() => readDraft(user));
  const [values, setValues] = useState<ProfileForm>(draft ?? saved);
  const { withReauthentication, dialog } = useReauthentication();
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (isChanged) storeDraft(user._id, values);
    else removeDraft();
    const warn = (event: BeforeUnloadEvent) => {
      if (isChanged && !isLeaving.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged, values, user._id]);

  const change = (part: Partial<ProfileForm>) => setValues((now) => ({ ...now, ...part }));

  /** The email address is changed by a separate request, which may re-authenticate the user. */
  async function saveEmail(email: string): Promise<string> {
    try {
      return (await withReauthentication(() => changeEmail(email))).msg;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFIRM_NEEDED') throw error;
      throw new ApiError(error.message, {
        code: error.code,
        status: error.status,
        fields: { email: 'Everything else is saved; the email was not changed.' },
      });
    }
  }

  /** Saves the profile. @returns the messages of the API @throws ApiError */
  async function save(): Promise<string> {
    try {
      const messages = [(await saveProfile(values)).msg];
      const email = values.email.trim().toLowerCase();
      if (email !== saved.email.toLowerCase()) messages.push(await saveEmail(email));
      return messages.join(' ');
    } catch (error) {
      throw fieldOf(error);
    }
  }

  function openProfile(message: string): void {
    isLeaving.current = true;
    removeDraft();
    setFlashMessage(message);
    location.assign('/profile');
  }

  return {
    values,
    change,
    isRestored: draft !== null && isChanged,
    save,
    openProfile,
    dialog,
  };
}
