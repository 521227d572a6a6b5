import type { OwnUser, Privacy, Project } from '#contracts/user.ts';
import { readStoredJson, writeStored } from '../../client/storage.ts';

/** A project in the form; `key` identifies its row. */
export interface ProjectDraft extends Omit<Project, 'year'> {
  key: string;
  year: string;
}

/** The image that saving the form selects. */
export type Picture =
  | { state: 'kept' }
  | { state: 'chosen'; id: string; url: string }
  | { state: 'removed' };

/** All values of /profile/edit, as text. */
export interface ProfileForm {
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
  picture: Picture;
}

/** Fields with a single text. */
export type TextField = {
  [Name in keyof ProfileForm]: ProfileForm[Name] extends string ? Name : never;
}[keyof ProfileForm];

const listed = (entries: readonly string[]) => entries.join(', ');

export const formOf = (user: OwnUser): ProfileForm => ({
  name: user.name,
  email: user.email,
  title: user.title,
  bio: user.bio,
  phone: user.phone,
  location: user.location,
  skills: listed(user.skills),
  work: listed(user.work),
  education: listed(user.education),
  websites: listed(user.websites),
  socialMedia: listed(user.socialMedia),
  projects: user.projects.map((project, index) => ({
    ...project,
    key: `kept-${index}`,
    year: project.year === null ? '' : String(project.year),
  })),
  privacy: user.privacy,
  picture: { state: 'kept' },
});

const KEY = 'profile-draft';

/** Stores the draft of this member until it is saved or discarded. */
export function storeDraft(userId: string, form: ProfileForm): void {
  // If the storage is full or disabled, the warning before leaving the page remains.
  writeStored(KEY, JSON.stringify({ userId, form }), 'session');
}

export function readDraft(user: OwnUser): ProfileForm | null {
  const draft = readStoredJson(KEY, 'session') as { userId: string; form: ProfileForm } | null;
  if (draft?.userId !== user._id) return null;
  // A newer build of the page may have fields that this draft lacks.
  return { ...formOf(user), ...draft.form };
}

export function removeDraft(): void {
  writeStored(KEY, null, 'session');
}
