import { useEffect, useState } from 'react';
import type { Uploaded } from '#contracts/upload.ts';
import type { OwnUser, Privacy, Project } from '#contracts/user.ts';
import { changeEmail } from '../../client/account-api.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { setFlashMessage } from '../../client/session-notices.ts';
import { writeStored } from '../../client/storage.ts';
import { readStoredJson } from '../../client/stored-json.ts';
import { useReauthentication } from '../ui/use-action.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';

/** A project in the form; `key` identifies its row. */
export interface ProjectDraft extends Omit<Project, 'year'> {
  key: string;
  year: string;
}

/** The image that saving the form selects. */
export type AvatarChange =
  | { state: 'kept' }
  | { state: 'chosen'; id: string; url: string }
  | { state: 'removed' };

/** All values of /profile/edit, as text. */
interface ProfileForm {
  name: string;
  email: string;
  title: string;
  bio: string;
  phone: string;
  location: string;
  skills: string;
  work: string;
  education: string;
  websites: string;
  socialMedia: string;
  projects: ProjectDraft[];
  privacy: Privacy;
  avatar: AvatarChange;
}

/** Fields with a single text. */
export type TextField = {
  [Name in keyof ProfileForm]: ProfileForm[Name] extends string ? Name : never;
}[keyof ProfileForm];

const joinList = (entries: readonly string[]) => entries.join(', ');

const profileFormOf = (user: OwnUser): ProfileForm => ({
  name: user.name,
  email: user.email,
  title: user.title,
  bio: user.bio,
  phone: user.phone,
  location: user.location,
  skills: joinList(user.skills),
  work: joinList(user.work),
  education: joinList(user.education),
  websites: joinList(user.websites),
  socialMedia: joinList(user.socialMedia),
  projects: user.projects.map((project, index) => ({
    ...project,
    key: `kept-${index}`,
    year: project.year === null ? '' : String(project.year),
  })),
  privacy: user.privacy,
  avatar: { state: 'kept' },
});

const KEY = 'profile-draft';

/** Returns the body of PUT /api/user/profile. */
const saveProfile = (form: ProfileForm): Promise<{ msg: string; users: OwnUser }> => {
  const { email: _email, avatar, projects, ...rest } = form;
  const body = {
    ...rest,
    projects: projects.map(({ key: _key, year, ...project }) => ({
      ...project,
      year: year.trim() === '' ? null : Number(year),
    })),
    ...(avatar.state === 'chosen' && { avatar: avatar.id }),
    ...(avatar.state === 'removed' && { avatar: null }),
  };
  return callApi('PUT', '/api/user/profile', { body });
};

/**
 * Uploads a square image.
 * @returns its URL and identifier
 */
export const uploadAvatar = async (avatar: Blob): Promise<Uploaded> => {
  const body = new FormData();
  body.append('file', avatar, 'avatar');
  const options = { body };
  const path = '/api/upload?folder=avatars';
  return (await callApi<{ result: Uploaded }>('POST', path, options)).result;
};

/** Values of /profile/edit, and saving them. */
export function useProfile(user: OwnUser) {
  const [saved] = useState(() => profileFormOf(user));
  const [draft] = useState(() => readDraft(user));
  const [values, setValues] = useState<ProfileForm>(draft ?? saved);
  const { withReauthentication, dialog } = useReauthentication();
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const allowLeaving = useLeaveGuard(isChanged, { hasDraft: true });

  useEffect(() => {
    if (isChanged) storeProfileDraft(user._id, values);
    else removeDraft();
  }, [isChanged, values, user._id]);

  const change = (part: Partial<ProfileForm>) => setValues((now) => ({ ...now, ...part }));

  /** The email address is changed by a separate request, which may re-authenticate the user. */
  async function saveEmail(email: string): Promise<string> {
    try {
      return (await withReauthentication(() => changeEmail(email))).msg;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REAUTHENTICATION_REQUIRED') throw error;
      throw new ApiError(error.message, {
        code: error.code,
        status: error.status,
        fields: { email: 'Everything else is saved; the email was not changed.' },
      });
    }
  }

  /** Saves the profile. @returns the messages of the API @throws ApiError */
  async function save(): Promise<string> {
    const messages = [(await saveProfile(values)).msg];
    const email = values.email.trim().toLowerCase();
    if (email !== saved.email.toLowerCase()) messages.push(await saveEmail(email));
    return messages.join(' ');
  }

  function openProfile(message: string): void {
    allowLeaving();
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

/** Stores the draft of this member until it is saved or discarded. */
function storeProfileDraft(userId: string, form: ProfileForm): void {
  // If the storage is full or disabled, the warning before leaving the page remains.
  writeStored(KEY, JSON.stringify({ userId, form }), 'sessionStorage');
}

function readDraft(user: OwnUser): ProfileForm | null {
  const draft = readStoredJson(KEY, 'sessionStorage') as {
    userId: string;
    form: ProfileForm;
  } | null;
  if (draft?.userId !== user._id) return null;
  // A newer build of the page may have fields that this draft lacks.
  return { ...profileFormOf(user), ...draft.form };
}

export function removeDraft(): void {
  writeStored(KEY, null, 'sessionStorage');
}
