import { z } from 'zod';

/** What waits in the outbox, and how far it got. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export const jobState = z.enum(jobStates);

export const jobKinds = ['publish', 'refresh'] as const;
export const jobKind = z.enum(jobKinds);

export const jobResponse = z
  .object({
    id: z.number().int(),
    kind: jobKind,
    state: jobState,
    attempts: z.number().int(),
    error: z.string().nullable(),
    article: z.string().nullable().describe('_id of the article'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });

/**
 * One server-sent event of a publishing job. `live` means that the file a reader gets is in place;
 * lists and feeds follow and end with `done`.
 */
export const jobProgress = z
  .discriminatedUnion('step', [
    z.object({ step: z.literal('queued'), job: z.number().int() }),
    z.object({ step: z.literal('rendering'), job: z.number().int() }),
    z.object({
      step: z.literal('live'),
      job: z.number().int(),
      path: z.string().describe('address without origin'),
      visible: z.boolean().describe('false when the change took the page away'),
      milliseconds: z.number().describe('from the arrival of the request to the file in place'),
    }),
    z.object({ step: z.literal('done'), job: z.number().int(), pages: z.number().int() }),
    z.object({ step: z.literal('failed'), job: z.number().int(), reason: z.string() }),
  ])
  .meta({ id: 'JobProgress' });
export type JobProgress = z.infer<typeof jobProgress>;
