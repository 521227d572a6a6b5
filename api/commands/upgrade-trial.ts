import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Start of the names of temporary folders of an upgrade, in DATA_DIR and beside the versions. */
export const TRIAL_PREFIX = '.upgrade-trial-';

/** Result of starting a version on a copy of the data. Commands of different versions exchange it. */
export const trialResult = z.object({ migrations: z.number(), migrationMs: z.number() });
export type TrialResult = z.infer<typeof trialResult>;

/** Removes temporary folders of an upgrade that was killed. */
export function removeTrials(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(TRIAL_PREFIX)) rmSync(path.join(folder, name), { recursive: true });
  }
}
