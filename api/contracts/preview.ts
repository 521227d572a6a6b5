import { z } from 'zod';
import { articleImages } from './article.ts';

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

const draftLinkResponse = z
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

/** Path of preview pages; the name follows. */
export const PAGE_PREVIEW_PATH = '/api/preview/page';

/** Largest number of items in a list. It is higher than that of articles, which is checked by a save. */
const words = z.array(z.string().max(200)).max(100).default([]);

/**
 * POST /api/preview/page: renders a page of an unsaved article. No field is required. Only the page is stored, for
 * a few minutes.
 */
export const pagePreviewRequest = z
  .strictObject({
    id: z.string().max(200).nullable().default(null).describe('_id of the stored article, if any'),
    title: z.string().max(2000).default(''),
    subtitle: z.string().max(2000).default(''),
    description: z.string().max(5000).default(''),
    markdown: z.string().default(''),
    language: z.string().max(100).default('en'),
    category: words,
    tags: words,
    series: z.string().max(500).nullable().default(null),
    images: articleImages.pick({ public_id: true }).nullable().default(null),
    imageAlt: z.string().max(2000).default(''),
  })
  .meta({ id: 'PagePreview' });
export type PagePreviewRequest = z.output<typeof pagePreviewRequest>;

/** URL of the page for admins, who see it in a frame of the editor. */
export const pagePreviewResponse = z.object({ path: z.string() }).meta({ id: 'PagePreviewMade' });

/** Name of a preview in its URL and as a file. */
export const pagePreviewName = z.string().regex(/^[0-9a-f]{32}$/, 'Preview not found.');
