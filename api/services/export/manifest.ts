import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Name of the file that says what an export has written. */
export const EXPORT_MANIFEST = 'export.json';

const mediaName = /^[\w-]+\.[a-z]{3,4}$/;
const fileName = z.string().regex(/^(?:[^/\\]+\.md|media\/[\w-]+\.[a-z]{3,4})$/);
const manifest = z.object({ format: z.literal(1), files: z.array(fileName) });

/** The folder cannot take an export; the message is a sentence. */
export class ExportRefused extends Error {}

/**
 * Names of the files that an earlier export has left in a folder.
 * @throws ExportRefused when there is a file of that name that no export has written
 */
export function readExportManifest(folder: string): string[] {
  const file = path.join(folder, EXPORT_MANIFEST);
  if (!existsSync(file)) return [];
  try {
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).files;
  } catch (error) {
    throw new ExportRefused(`${file} was not written by an export; choose another folder.`, {
      cause: error,
    });
  }
}

export function exportManifestOf(files: string[]): string {
  return `${JSON.stringify({ format: 1, files: [...files].sort() }, null, 2)}\n`;
}

/** Whether a file of the store is one that articles can show. */
export function isMediaName(name: string): boolean {
  return mediaName.test(name);
}
