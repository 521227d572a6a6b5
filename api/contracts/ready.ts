import { z } from 'zod';

/** Result of one check: `failed` needs the owner now, `warning` soon. */
const checkResult = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  msg: z.string().describe('what was found, and what to do'),
});
export type CheckResult = z.infer<typeof checkResult>;

/** GET /api/ready */
export const readyResponse = z
  .object({
    ok: z.boolean().describe('true if no check failed'),
    instance: z.string().describe('opaque ID of this installation'),
    checks: z.array(checkResult).optional().describe('results of the checks, for admins'),
  })
  .meta({ id: 'Readiness' });
