import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseIsNewer } from '../../db/migrate.ts';
import { adoptDatabase, DatabaseDamaged, isDatabaseInUse } from '../../db/snapshot.ts';
import { syncFolder } from '../media/files.ts';
import { PackedFilesDamaged, syncFile, unpackFiles } from '../packed-files.ts';
import { removeLeftovers } from './leftovers.ts';
import { type BackupManifest, backupManifest, DATABASE_FILE } from './manifest.ts';
import { completeRestore, swapData } from './swap.ts';

export interface RestoreOptions {
  /** Milliseconds UTC. */
  now: number;
  /** Restores although a server seems to run. */
  force?: boolean;
  /** Whether the holder of a lease is known to be gone. */
  holderHasEnded: (holder: string) => boolean;
}

export interface Restored {
  manifest: BackupManifest;
  /** Folder of what was there before, absolute; null when there was nothing. */
  aside: string | null;
}

/** A restore that was not begun, nothing having been changed; the message is a sentence. */
export class RestoreRefused extends Error {}

/**
 * Puts a backup in place of what is there. Every file and the database are checked first, and what
 * was there is kept in a folder of its own; stopped anywhere, the next start completes it. Rendered
 * pages are cleared, so that the next start renders them from what was restored.
 * @throws RestoreRefused before anything was changed
 */
export async function restoreBackup(
  dataFolder: string,
  archive: string,
  options: RestoreOptions,
): Promise<Restored> {
  if (!existsSync(archive)) throw new RestoreRefused(`There is no file ${archive}.`);
  mkdirSync(dataFolder, { recursive: true });
  await completeRestore(dataFolder);
  requireQuiet(dataFolder, options);
  removeLeftovers(dataFolder, '.restore-', options.now);
  const stamp = new Date(options.now).toISOString().slice(0, 23).replace(/[:.]/g, '-');
  const incoming = `.restore-${stamp}-${process.pid}`;
  const folder = path.join(dataFolder, incoming);
  mkdirSync(folder, { mode: 0o700 });
  let manifest: BackupManifest;
  try {
    manifest = await unpackAndCheck(archive, folder);
    await syncTree(folder);
    requireQuiet(dataFolder, options);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const aside = `before-restore-${stamp}`;
  await swapData(dataFolder, { incoming, aside });
  const kept = path.join(dataFolder, aside);
  if (readdirSync(kept).length > 0) return { manifest, aside: kept };
  rmSync(kept, { recursive: true });
  return { manifest, aside: null };
}

function requireQuiet(dataFolder: string, options: RestoreOptions): void {
  const file = path.join(dataFolder, DATABASE_FILE);
  if (options.force || !existsSync(file)) return;
  if (!isDatabaseInUse(file, options.now, options.holderHasEnded)) return;
  throw new RestoreRefused(
    `Something is running on ${dataFolder}. Stop it first; FORCE=1 restores all the same.`,
  );
}

async function unpackAndCheck(archive: string, folder: string): Promise<BackupManifest> {
  try {
    const manifest = await unpackFiles(archive, folder, {
      what: 'backup',
      parse: (text) => backupManifest.parse(JSON.parse(text)),
    });
    adoptDatabase(path.join(folder, DATABASE_FILE));
    mkdirSync(path.join(folder, 'uploads'), { recursive: true });
    const secrets = path.join(folder, 'secrets');
    if (existsSync(secrets)) chmodSync(secrets, 0o700);
    return manifest;
  } catch (error) {
    const kinds = [PackedFilesDamaged, DatabaseDamaged, DatabaseIsNewer];
    if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
    throw new RestoreRefused(
      `${archive} was not restored, and nothing was changed. ${error.message}`,
      { cause: error },
    );
  }
}

/** Waits until the disk has everything: what was there goes aside only then. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    await syncFile(path.join(entry.parentPath, entry.name));
  }
  await syncFolder(folder);
}
