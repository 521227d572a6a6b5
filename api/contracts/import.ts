import { z } from 'zod';
import { articleState } from './article.ts';
import { IMPORT_BYTES_MAX } from './import-limits.ts';

/** POST /api/admin/imports: what is about to be brought. */
export const importRequest = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .regex(/^\P{Cc}*$/u, 'Control characters cannot be used here.'),
    bytes: z
      .number()
      .int()
      .min(1, 'The file is empty.')
      .max(IMPORT_BYTES_MAX, 'The file is larger than 1 GB. Use make import instead.'),
  })
  .meta({ id: 'Import' });

/** POST /api/admin/imports/{id}/parts?offset=: the next bytes of it, as they are. */
export const importPartQuery = z.strictObject({ offset: z.coerce.number().int().min(0) });

/** POST /api/admin/imports/{id}/start. */
export const importStartRequest = z
  .strictObject({
    force: z.boolean().default(false).describe('whether to overwrite articles edited here since'),
  })
  .meta({ id: 'ImportStart' });

/**
 * How far an import is: its file arrives, it is looked into, it waits for a yes, it goes on, it is
 * done. `refused` says why it cannot be, `stopped` that the process ended meanwhile.
 */
export const importStates = [
  'arriving',
  'looking',
  'ready',
  'importing',
  'done',
  'refused',
  'stopped',
] as const;

const importedPost = z.object({
  name: z.string().describe('name in the ZIP file'),
  outcome: z.enum(['created', 'updated', 'unchanged', 'skipped']),
  slug: z.string().nullable(),
  state: articleState.nullable().describe('slug of the article, if it exists'),
  reason: z.string().nullable(),
  notes: z.array(z.string()),
});

/** An import and what came, or would come, of it. */
export const importRun = z
  .object({
    _id: z.string(),
    name: z.string(),
    bytes: z.number().int(),
    arrived: z.number().int().describe('bytes'),
    state: z.enum(importStates),
    kind: z.enum(['articles', 'site']).nullable().describe('contents, once they are detected'),
    found: z.string().nullable().describe('sentences about the detected format'),
    done: z.number().int(),
    total: z.number().int().nullable(),
    counts: z.object({
      created: z.number().int(),
      updated: z.number().int(),
      unchanged: z.number().int(),
      skipped: z.number().int(),
    }),
    posts: z.array(importedPost).describe('the first five thousand'),
    reason: z.string().nullable().describe('reason of the refusal, as a sentence'),
  })
  .meta({ id: 'ImportRun' });
export type ImportRun = z.infer<typeof importRun>;

export const importRunResponse = z.object({ run: importRun.nullable() }).meta({ id: 'ImportNow' });

/** An archive of everything, as a file that can be fetched once within an hour. */
export const exportRun = z
  .object({
    _id: z.string(),
    state: z.enum(['packing', 'ready', 'failed']),
    startedAt: z.iso.datetime(),
    name: z.string(),
    bytes: z.number().int(),
    rows: z.array(z.object({ name: z.string(), rows: z.number().int() })),
    missing: z.array(z.string()).describe('missing files'),
    reason: z.string().nullable().describe('reason of the failure, as a sentence'),
  })
  .meta({ id: 'ExportRun' });
export type ExportRun = z.infer<typeof exportRun>;

/** POST /api/admin/exports and GET /api/admin/exports/{id}; the file itself is at …/file. */
export const exportRunResponse = z.object({ run: exportRun }).meta({ id: 'ExportNow' });
