import { z } from 'zod';

/** GET /api/admin/warnings: faults of the configuration and their effects, for admins. */
export const adminWarningsResponse = z
  .object({
    warnings: z.array(
      z.object({
        code: z.enum(['NO_TRUSTED_PROXY', 'PRODUCTS_NOT_FOR_SALE', 'CONTENT_INVALID']),
        msg: z.string().describe('problem and its solution'),
      }),
    ),
  })
  .meta({ id: 'AdminWarnings' });
export type AdminWarning = z.infer<typeof adminWarningsResponse>['warnings'][number];
