import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Milliseconds after which a working folder can be nobody's any more. */
const LEFTOVER_MS = 86_400_000;

/** Removes working folders of backups and restores that were stopped more than a day ago. */
export function removeLeftovers(dataFolder: string, prefix: string, now: number): void {
  for (const entry of readdirSync(dataFolder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue;
    const folder = path.join(dataFolder, entry.name);
    if (now - statSync(folder).mtimeMs > LEFTOVER_MS) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
