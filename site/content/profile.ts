import { z } from 'zod';
import type { Picture } from '#contracts/picture.ts';
import source from '../../content/profile/profile.json';
import { readContent } from './read-content.ts';

const link = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, 'needs an address that starts with https:// or with one slash');

/** Who the site is about: content/profile/profile.json, checked when the site is built. */
const profileSchema = z.object({
  notice: z.string().default(''),
  name: z.string().min(1),
  shortName: z.string().min(1),
  headline: z.string().min(1),
  tagline: z.string().min(1),
  bio: z.array(z.string().min(1)).min(1),
  location: z.string().default(''),
  timezone: z.string().default(''),
  email: z.email(),
  avatar: z.string().optional(),
  avatarAlt: z.string().default(''),
  social: z
    .array(z.object({ label: z.string().min(1), url: link, handle: z.string().default('') }))
    .default([]),
});

export type Profile = z.infer<typeof profileSchema>;

export const profile: Profile = readContent('profile.json', profileSchema, source);

/** Whether a name that articles are signed with is the owner's: other admins can write, too. */
export const isOwner = (name: string): boolean => name === profile.name;

// Only what may be the portrait: every picture that matches becomes a file of the site.
const portraits = import.meta.glob<Picture>(
  '../../content/media/avatar*.{png,jpg,jpeg,webp,avif}',
  { eager: true, import: 'default', query: '?picture' },
);

/** The owner's portrait, or null when the profile names none. */
export const portrait = readPortrait();

function readPortrait(): Picture | null {
  if (!profile.avatar) return null;
  const file = profile.avatar.split('/').at(-1);
  const found = portraits[`../../content/media/${file}`];
  if (found) return { ...found, alt: profile.avatarAlt || `Portrait of ${profile.name}` };
  throw new Error(
    `content/profile/profile.json names '${profile.avatar}' in 'avatar': put that picture into content/media under a name that starts with 'avatar'.`,
  );
}
