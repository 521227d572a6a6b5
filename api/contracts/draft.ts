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

/** Largest number of external URLs in one call. */
const EXTERNAL_LINKS_MAX = 8;

/** `problem`: an error for readers. `advice`: a possible improvement. `note`: information. */
const checkLevel = z.enum(['problem', 'advice', 'note']);
export type CheckLevel = z.infer<typeof checkLevel>;

const checkCodes = [
  'link-broken',
  'link-moved',
  'link-unpublished',
  'link-empty',
  'link-unchecked',
  'anchor-missing',
  'image-missing',
  'image-remote',
  'image-weight',
  'page-weight',
  'alt-missing',
  'heading-top',
  'heading-order',
  'title-long',
  'subtitle-missing',
  'description-missing',
  'description-long',
  'reading-level',
] as const;

/** One result of the checks before publication. No result prevents the publication. */
const checkFinding = z
  .object({
    code: z.enum(checkCodes),
    level: checkLevel,
    msg: z.string(),
    about: z.string().describe('URL or heading concerned; may be empty'),
    line: z.int().nullable().describe('line of the Markdown, from 0; null if not in the text'),
    field: z.enum(['title', 'subtitle', 'description', 'imageAlt']).nullable(),
  })
  .meta({ id: 'CheckFinding' });
export type CheckFinding = z.infer<typeof checkFinding>;

/** POST /api/admin/articles/checks: checks an article of the editor without storing it. */
export const articleCheckRequest = pagePreviewRequest
  .pick({
    id: true,
    title: true,
    subtitle: true,
    description: true,
    markdown: true,
    language: true,
    images: true,
    imageAlt: true,
  })
  .meta({ id: 'ArticleCheck' });
export type ArticleCheckRequest = z.output<typeof articleCheckRequest>;

export const articleCheckResponse = z
  .object({
    findings: z.array(checkFinding),
    externalLinks: z
      .array(z.object({ url: z.string(), line: z.int() }))
      .describe('external links, which a separate call checks'),
    reading: z.object({
      words: z.int(),
      wordsPerSentence: z.number(),
      grade: z.number().nullable().describe('Flesch-Kincaid grade level; English only'),
    }),
  })
  .meta({ id: 'ArticleCheckResult' });
export type ArticleCheckResult = z.infer<typeof articleCheckResponse>;

/** POST /api/admin/articles/checks/links: checks if external URLs can be loaded. */
export const externalLinkCheckRequest = z
  .strictObject({ urls: z.array(z.string().max(2000)).min(1).max(EXTERNAL_LINKS_MAX) })
  .meta({ id: 'ExternalLinkCheck' });

const externalLinkResult = z.object({
  url: z.string(),
  /** Null if the URL can be loaded. */
  finding: checkFinding.pick({ code: true, level: true, msg: true }).nullable(),
});
export type ExternalLinkResult = z.infer<typeof externalLinkResult>;

export const externalLinkCheckResponse = z
  .object({
    problem: z.string().nullable().describe('reason why links without a result were not checked'),
    results: z.array(externalLinkResult),
  })
  .meta({ id: 'ExternalLinkCheckResult' });
