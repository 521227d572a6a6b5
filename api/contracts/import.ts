import { z } from 'zod';
import { articleState } from './article.ts';
import { IMPORT_BYTES_MAX } from './file-size.ts';

/** POST /api/admin/imports: announces the file of an import. */
export const importRequest = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .regex(/^\P{Cc}*$/u, 'Control characters cannot be used here.'),
    bytes: z
      .int()
      .min(1, 'The file is empty.')
      .max(IMPORT_BYTES_MAX, 'The file is larger than 1 GB. Use make import instead.'),
  })
  .meta({ id: 'Import' });

/** POST /api/admin/imports/{id}/parts?offset=: uploads the next bytes of the file. */
export const importChunkQuery = z.strictObject({ offset: z.coerce.number().int().min(0) });

/** POST /api/admin/imports/{id}/start. */
export const importStartRequest = z
  .strictObject({
    force: z.boolean().default(false).describe('whether to overwrite articles edited here since'),
  })
  .meta({ id: 'ImportStart' });

/**
 * State of an import: its file is uploaded, it is checked, it waits for confirmation, it runs, or it is done.
 * `refused` imports are impossible, and `stopped` ones were interrupted by the end of the process.
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

/** An import with its results, or its expected results before it runs. */
export const importRun = z
  .object({
    _id: z.string(),
    name: z.string(),
    bytes: z.int(),
    arrived: z.int().describe('bytes'),
    state: z.enum(importStates),
    kind: z.enum(['articles', 'site']).nullable().describe('contents, once they are detected'),
    found: z.string().nullable().describe('sentences about the detected format'),
    done: z.int(),
    total: z.int().nullable(),
    counts: z.object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      skipped: z.int(),
    }),
    posts: z.array(importedPost).describe('the first five thousand'),
    reason: z.string().nullable().describe('reason of the refusal, as a sentence'),
  })
  .meta({ id: 'ImportRun' });
export type ImportRun = z.infer<typeof importRun>;

export const importRunResponse = z.object({ run: importRun.nullable() }).meta({ id: 'ImportNow' });

/** A site export, which can be downloaded once within an hour. */
export const exportRun = z
  .object({
    _id: z.string(),
    state: z.enum(['packing', 'ready', 'failed']),
    startedAt: z.iso.datetime(),
    name: z.string(),
    bytes: z.int(),
    rows: z.array(z.object({ name: z.string(), rows: z.int() })),
    missing: z.array(z.string()).describe('missing files'),
    reason: z.string().nullable().describe('reason of the failure, as a sentence'),
  })
  .meta({ id: 'ExportRun' });
export type ExportRun = z.infer<typeof exportRun>;

/** POST /api/admin/exports and GET /api/admin/exports/{id}. The file is at …/file. */
export const exportRunResponse = z.object({ run: exportRun }).meta({ id: 'ExportNow' });
