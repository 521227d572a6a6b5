import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Age at which a working folder is no longer in use, in milliseconds. */
const LEFTOVER_AGE_MS = 86_400_000;

/** Deletes working folders of backups and restores that were interrupted more than a day ago. */
export function removeLeftovers(dataFolder: string, prefix: string, now: number): void {
  for (const entry of readdirSync(dataFolder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue;
    const folder = path.join(dataFolder, entry.name);
    if (now - statSync(folder).mtimeMs > LEFTOVER_AGE_MS) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
