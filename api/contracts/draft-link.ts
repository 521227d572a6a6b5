import { z } from 'zod';

/** Path of shared drafts; the token follows. */
export const DRAFT_LINK_PATH = '/preview';
/** Largest number of valid links to one draft. */
export const DRAFT_LINKS_MAX = 20;

/** Validity periods of links: a day, a week or a month. */
export const draftLinkDays = [1, 7, 30] as const;

/** POST /api/admin/articles/{id}/links */
export const draftLinkRequest = z
  .strictObject({ days: z.literal(draftLinkDays) })
  .meta({ id: 'DraftLinkCreate' });

export const draftLinkResponse = z
  .object({
    _id: z.string(),
    url: z.string().describe('full URL; anyone with it can read the saved draft'),
    createdAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    seenAt: z.iso.datetime().nullable().describe('time it was last opened'),
  })
  .meta({ id: 'DraftLink' });
export type DraftLinkResponse = z.infer<typeof draftLinkResponse>;

/** Valid links to one draft. */
export const draftLinkListResponse = z
  .object({ links: z.array(draftLinkResponse) })
  .meta({ id: 'DraftLinks' });

export const draftLinkMadeResponse = z
  .object({ msg: z.string(), link: draftLinkResponse })
  .meta({ id: 'DraftLinkMade' });
