import { z } from 'zod';
import { ignoredFields } from './fields.ts';
import { ENTRIES_MAX, hasScheme, toEntries, toWebUrl } from './profile-lists.ts';
import { nameField } from './session.ts';
import { ownUser, privacyChange } from './user.ts';

/** Limits for an entry of a list and for a URL, in characters. */
const ENTRY_MAX = 100;
const URL_MAX = 300;
const PROJECTS_MAX = 30;
const FIRST_YEAR = 1950;
const LAST_YEAR = 2100;

/** One line of text; line breaks and control characters become spaces. */
const line = (what: string, max: number) =>
  z
    .string(`${what} is a text`)
    .max(5000, `${what} has at most ${max} characters`)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .pipe(z.string().max(max, `${what} has at most ${max} characters`));

/** Stored value of a valid entry, or the error message of an invalid one. */
type Entry = { valid: string } | { wrong: string };

/** A comma-separated list, as text or as an array; stored as an array. */
const list = (what: string, read: (entry: string) => Entry) =>
  z
    .union([z.string().max(10_000), z.array(z.string().max(2000)).max(200)], `${what} is a list`)
    .transform((written, context) => {
      const entries = toEntries(written).map(read);
      const wrong = entries.find((entry) => 'wrong' in entry);
      const errorText =
        entries.length > ENTRIES_MAX ? `${what} has at most ${ENTRIES_MAX} entries` : wrong?.wrong;
      if (errorText) {
        context.addIssue({ code: 'custom', message: errorText });
        return z.NEVER;
      }
      return toEntries(entries.flatMap((entry) => ('valid' in entry ? [entry.valid] : [])));
    });

const shortenEntry = (entry: string) => (entry.length > 40 ? `${entry.slice(0, 40)}…` : entry);

const textEntry = (entry: string): Entry =>
  entry.length > ENTRY_MAX
    ? { wrong: `“${shortenEntry(entry)}” has more than ${ENTRY_MAX} characters` }
    : { valid: entry.replace(/\p{Cc}/gu, '') };

const website = (entry: string): Entry => {
  const url = entry.length <= URL_MAX ? toWebUrl(entry) : null;
  return url ? { valid: url } : { wrong: `“${shortenEntry(entry)}” is not a web address` };
};

/** A URL, or a name such as @ada@example.social. */
const socialAccount = (entry: string): Entry =>
  hasScheme(entry) || entry.includes('/') ? website(entry) : textEntry(entry);

const projectRequest = z.strictObject({
  title: line('Title', 120).pipe(z.string().min(1, 'A project needs a title')),
  link: line('Link', URL_MAX)
    .default('')
    .transform((written, context) => {
      const url = written === '' ? '' : toWebUrl(written);
      if (url !== null) return url;
      context.addIssue({
        code: 'custom',
        message: `“${shortenEntry(written)}” is not a web address`,
      });
      return z.NEVER;
    }),
  role: line('Role', ENTRY_MAX).default(''),
  year: z
    .number('Year is a number')
    .int('Year is a number')
    .min(FIRST_YEAR, `Year is ${FIRST_YEAR} or later`)
    .max(LAST_YEAR, `Year is ${LAST_YEAR} or earlier`)
    .nullable()
    .default(null),
});

/** PUT /api/user/profile: changes the given fields. */
export const profileRequest = z
  .strictObject({
    name: nameField,
    title: line('Title', ENTRY_MAX),
    bio: z.string().trim().max(2000, 'About has at most 2000 characters'),
    phone: line('Phone', 40).pipe(
      z.string().regex(/^[+\d]?[\d\s()./-]*$/, 'Phone has digits, spaces and + ( ) . / -'),
    ),
    location: line('Location', ENTRY_MAX),
    skills: list('Skills', textEntry),
    work: list('Work', textEntry),
    education: list('Education', textEntry),
    websites: list('Websites', website),
    socialMedia: list('Social media', socialAccount),
    projects: z
      .array(projectRequest)
      .max(PROJECTS_MAX, `There are at most ${PROJECTS_MAX} projects`),
    avatar: z
      .string()
      .max(200)
      .nullable()
      .describe('public_id of an uploaded image; null removes the current one'),
    privacy: privacyChange,
    ...ignoredFields('_id', 'id', 'role', 'createdAt'),
  })
  .partial()
  .meta({ id: 'ProfileChange' });
export type ProfileRequest = z.infer<typeof profileRequest>;

export const profileResponse = z
  .object({ msg: z.string(), users: ownUser })
  .meta({ id: 'ProfileSaved' });

/** Kinds of timeline entries. */
export const timelineKinds = ['article', 'comment', 'score'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

const timelineEntry = z
  .object({
    kind: z.enum(timelineKinds),
    at: z.iso.datetime(),
    title: z.string(),
    href: z.string().describe('path on this site'),
    excerpt: z.string(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** GET /api/user/{id}?as=: a profile as another kind of viewer sees it. */
export const viewerQuery = z.strictObject({ as: z.enum(['guest', 'member']).optional() });

/** GET /api/user/{id}/timeline: newest first. */
export const timelineQuery = viewerQuery.extend({
  after: z
    .string()
    .regex(/^\d{1,16}\.\w{1,20}\.\d{1,16}$/)
    .optional()
    .describe('`next` of the previous response'),
});
export const timelineResponse = z
  .object({ entries: z.array(timelineEntry), next: z.string().nullable() })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof timelineResponse>;

/** GET /api/account/data: all data about the caller, by table. */
export const ownDataResponse = z.record(z.string(), z.unknown()).meta({ id: 'OwnData' });

/** DELETE /api/account, with the choice to keep or delete the caller's comments. */
export const accountDeletionRequest = z
  .strictObject({
    comments: z.enum(['keep', 'remove']).describe('keep: shown as “Deleted member”'),
  })
  .meta({ id: 'AccountDeletion' });
export type AccountDeletion = z.infer<typeof accountDeletionRequest>;
