import { z } from 'zod';
import { errorResponse } from './errors.ts';

/** Result of one check: `failed` needs the owner now, `warning` soon. */
const checkResult = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  msg: z.string().describe('what was found, and what to do'),
});
export type CheckResult = z.infer<typeof checkResult>;

const readiness = {
  instance: z.string().describe('opaque ID of this installation'),
  checks: z.array(checkResult).optional().describe('results of the checks, for admins'),
};

/** Response to GET /api/ready if no check has failed. */
export const readyResponse = z.object({ ok: z.literal(true), ...readiness }).meta({ id: 'Ready' });

/** Response to GET /api/ready if a check has failed. */
export const notReadyResponse = errorResponse.extend(readiness).meta({ id: 'NotReady' });
