import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Parser, type ReadEntry } from 'tar';
import { BACKUP_MANIFEST, type BackupManifest, backupManifest } from './backup-manifest.ts';

/** Bytes; a manifest names some hundred thousand files with that. */
const MANIFEST_MAX = 64 * 1_048_576;

/** The archive is not a whole, unaltered backup; the message is a sentence. */
export class BackupDamaged extends Error {}

/**
 * Unpacks a backup into an empty folder and checks every file against the manifest, which comes
 * first. Nothing but plain files that the manifest names is ever written, and none beyond its size.
 * @throws BackupDamaged
 */
export async function unpackBackup(archive: string, folder: string): Promise<BackupManifest> {
  const unpacking = new Unpacking(folder);
  const parser = new Parser({ strict: true });
  let failure: unknown = null;
  let entries = Promise.resolve();
  parser.on('entry', (entry: ReadEntry) => {
    entries = entries.then(async () => {
      if (failure === null) await unpacking.take(entry);
      else entry.resume();
    });
    // Kept for later: the rest of the stream has to flow all the same.
    entries = entries.catch((error: unknown) => {
      failure ??= error;
      entry.resume();
    });
  });
  try {
    await pipeline(createReadStream(archive), parser);
  } catch (error) {
    failure ??= error;
  }
  await entries;
  if (failure instanceof BackupDamaged) throw failure;
  if (failure !== null) throw explain(failure);
  return unpacking.finish();
}
