import { z } from 'zod';

/** GET /api/admin/warnings: faults of the configuration that an admin has to know of. */
export const adminWarningsResponse = z
  .object({
    warnings: z.array(
      z.object({
        code: z.enum(['NO_TRUSTED_PROXY']),
        msg: z.string().describe('what is wrong and how to change it'),
      }),
    ),
  })
  .meta({ id: 'AdminWarnings' });
export type AdminWarning = z.infer<typeof adminWarningsResponse>['warnings'][number];
