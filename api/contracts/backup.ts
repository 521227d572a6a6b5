import { z } from 'zod';

/** GET and POST /api/admin/backups: state of the automatic backups. */
export const backupStatus = z
  .object({
    isOn: z.boolean().describe('whether a backup runs every night'),
    location: z.string().describe('URL of the backups, or their folder below DATA_DIR'),
    isEncrypted: z.boolean(),
    isRunning: z.boolean(),
    nextAt: z.iso.datetime().nullable().describe('time of the next backup'),
    lastGood: z
      .object({ file: z.string(), bytes: z.number().int(), endedAt: z.iso.datetime() })
      .nullable()
      .describe('last backup that was verified'),
    failure: z.string().nullable().describe('reason why the last attempt failed'),
  })
  .meta({ id: 'BackupStatus' });
export type BackupStatus = z.infer<typeof backupStatus>;
