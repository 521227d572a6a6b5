import { z } from 'zod';
import { errorResponse } from './errors.ts';

/** GET /api/health */
export const healthResponse = z.object({ status: z.literal('ok'), version: z.string() });

/** GET and POST /api/admin/backups: state of the automatic backups. */
export const backupStatus = z
  .object({
    isOn: z.boolean().describe('whether a backup runs every night'),
    location: z.string().describe('URL of the backups, or their folder below DATA_DIR'),
    isEncrypted: z.boolean(),
    isRunning: z.boolean(),
    nextAt: z.iso.datetime().nullable().describe('time of the next backup'),
    lastGood: z
      .object({ file: z.string(), bytes: z.int(), endedAt: z.iso.datetime() })
      .nullable()
      .describe('last backup that was verified'),
    failure: z.string().nullable().describe('reason why the last attempt failed'),
  })
  .meta({ id: 'BackupStatus' });

export type BackupStatus = z.infer<typeof backupStatus>;

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
