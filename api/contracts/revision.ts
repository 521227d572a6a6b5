import { z } from 'zod';
import { articleResponse, articleUpdateRequest } from './article.ts';

/** Maximum number of autosaves of an article. Manual saves are kept without a limit. */
export const AUTOSAVES_MAX = 50;
/** Minutes in which the autosaves of one user are merged into one revision. */
export const EDIT_SESSION_MINUTES = 10;
/** Revisions per list call. */
export const REVISIONS_PER_PAGE = 50;
/** Maximum number of working copies of one user for an article. */
export const WORKING_COPIES_MAX = 5;

/** Header with the id of an editing session, from opening the editor to closing it. */
export const EDIT_SESSION_HEADER = 'x-edit-session';
export const editSessionIdFormat = z.string().regex(/^[\w-]{8,64}$/);

/** Origin of a revision. */
export const revisionKinds = ['save', 'autosave', 'restore', 'publish'] as const;
export type RevisionKind = (typeof revisionKinds)[number];

/** Fields of an article that its author sets. */
export const revisionFields = articleResponse
  .pick({
    title: true,
    subtitle: true,
    description: true,
    language: true,
    categories: true,
    tags: true,
    series: true,
    slug: true,
    imageAlt: true,
    linkedin: true,
    dev: true,
    medium: true,
    linkedinContent: true,
    scheduledDate: true,
    scheduledZone: true,
  })
  .extend({
    markdown: z.string(),
    images: z.object({ public_id: z.string(), url: z.string() }).nullable(),
    newsletter: z
      .boolean()
      .optional()
      .describe('choice of the working copy whether subscribers get it; absent without a choice'),
  })
  .meta({ id: 'RevisionFields' });
export type RevisionFields = z.infer<typeof revisionFields>;

export const revisionSummary = z
  .object({
    _id: z.string(),
    kind: z.enum(revisionKinds),
    version: z.int().describe('version of the article it was saved with'),
    by: z.string().nullable().describe('name; null for commands and deleted accounts'),
    startedAt: z.iso.datetime(),
    savedAt: z.iso.datetime(),
    words: z.int(),
    title: z.string(),
  })
  .meta({ id: 'RevisionSummary' });
export type RevisionSummary = z.infer<typeof revisionSummary>;

/** GET /api/admin/articles/{id}/revisions, newest first. `before` is the last revision of the previous page. */
export const revisionListQuery = z.strictObject({ before: z.string().max(64).optional() });
export const revisionListResponse = z
  .object({ revisions: z.array(revisionSummary), more: z.boolean() })
  .meta({ id: 'RevisionList' });

/** GET /api/admin/articles/{id}/revisions/{revision} */
export const revisionResponse = revisionSummary
  .extend({ fields: revisionFields })
  .meta({ id: 'Revision' });
export type RevisionResponse = z.infer<typeof revisionResponse>;

/** PUT /api/admin/articles/{id}/autosave: fields as in an update, without those that change slug or state. */
export const autosaveRequest = articleUpdateRequest
  .omit({ draft: true, archive: true, archived: true })
  .omit({ comments: true, views: true })
  .extend({ restored: z.boolean().optional().describe('whether it restored an older revision') })
  .meta({ id: 'Autosave' });
export type AutosaveRequest = z.output<typeof autosaveRequest>;

/** Response to an autosave. `article` is the stored draft, or null if a working copy was stored instead. */
export const autosaveResponse = z
  .object({ msg: z.string(), savedAt: z.iso.datetime(), article: articleResponse.nullable() })
  .meta({ id: 'Autosaved' });

/** GET /api/admin/articles/{id}/copies: working copies of the caller, newest first. */
export const workingCopyListResponse = z
  .object({
    copies: z.array(
      z.object({
        editSessionId: z.string(),
        version: z.int().describe('version of the article it is based on'),
        savedAt: z.iso.datetime(),
        fields: revisionFields,
      }),
    ),
  })
  .meta({ id: 'WorkingCopyList' });
export type WorkingCopyResponse = z.infer<typeof workingCopyListResponse>['copies'][number];
