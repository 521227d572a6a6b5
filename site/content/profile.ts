import { z } from 'zod';
import type { Picture } from '#contracts/picture.ts';
import source from '../../content/profile/profile.json';
import { readContent } from './read-content.ts';

const link = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, 'needs an address that starts with https:// or with one slash');

/** Profile of the owner from content/profile/profile.json, validated by the build. */
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

/** True if the name of an author is that of the owner. Other admins can write articles as well. */
export const isOwner = (name: string): boolean => name === profile.name;

// The pattern matches only portraits, because the build emits every matching image.
const portraits = import.meta.glob<Picture>(
  '../../content/media/avatar*.{png,jpg,jpeg,webp,avif}',
  { eager: true, import: 'default', query: '?picture' },
);

/** The owner's portrait; null if the profile has no `avatar`. */
export const portrait = readPortrait();

function readPortrait(): Picture | null {
  if (!profile.avatar) return null;
  const file = profile.avatar.split('/').at(-1);
  const picture = portraits[`../../content/media/${file}`];
  if (picture) return { ...picture, alt: profile.avatarAlt || `Portrait of ${profile.name}` };
  throw new Error(
    `content/profile/profile.json names '${profile.avatar}' in 'avatar': put that picture into content/media under a name that starts with 'avatar'.`,
  );
}
