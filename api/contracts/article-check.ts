import { z } from 'zod';
import { pagePreviewRequest } from './preview.ts';

/** Largest number of external URLs in one call. */
export const OUTSIDE_LINKS_MAX = 8;

/** `problem`: an error for readers. `advice`: a possible improvement. `note`: information. */
export const checkLevel = z.enum(['problem', 'advice', 'note']);
export type CheckLevel = z.infer<typeof checkLevel>;

export const checkCodes = [
  'link-broken',
  'link-moved',
  'link-unpublished',
  'link-empty',
  'link-unasked',
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
export const checkFinding = z
  .object({
    code: z.enum(checkCodes),
    level: checkLevel,
    msg: z.string(),
    about: z.string().describe('URL or heading concerned; may be empty'),
    line: z
      .number()
      .int()
      .nullable()
      .describe('line of the Markdown, from 0; null if not in the text'),
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
    outside: z
      .array(z.object({ url: z.string(), line: z.number().int() }))
      .describe('external links, which a separate call checks'),
    reading: z.object({
      words: z.number().int(),
      wordsPerSentence: z.number(),
      grade: z.number().nullable().describe('Flesch-Kincaid grade level; English only'),
    }),
  })
  .meta({ id: 'ArticleCheckResult' });
export type ArticleCheckResult = z.infer<typeof articleCheckResponse>;

/** POST /api/admin/articles/checks/links: checks if external URLs can be loaded. */
export const outsideCheckRequest = z
  .strictObject({ urls: z.array(z.string().max(2000)).min(1).max(OUTSIDE_LINKS_MAX) })
  .meta({ id: 'OutsideCheck' });

const outsideAnswer = z.object({
  url: z.string(),
  /** Null if the URL can be loaded. */
  finding: checkFinding.pick({ code: true, level: true, msg: true }).nullable(),
});
export type OutsideAnswer = z.infer<typeof outsideAnswer>;

export const outsideCheckResponse = z
  .object({
    problem: z.string().nullable().describe('reason why links without a result were not checked'),
    answers: z.array(outsideAnswer),
  })
  .meta({ id: 'OutsideCheckResult' });
