import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Name of the file that lists the exported files. */
export const EXPORT_MANIFEST = 'export.json';

const mediaName = /^[\w-]+\.[a-z]{3,4}$/;
const fileName = z.string().regex(/^(?:[^/\\]+\.md|media\/[\w-]+\.[a-z]{3,4})$/);
const manifest = z.object({ format: z.literal(1), files: z.array(fileName) });

/** The folder cannot be used for an export; the message is for the user. */
export class ExportError extends Error {}

/**
 * Returns the files of an earlier export in a folder.
 * @throws ExportError if the manifest was not written by an export
 */
export function readExportManifest(folder: string): string[] {
  const file = path.join(folder, EXPORT_MANIFEST);
  if (!existsSync(file)) return [];
  try {
    return manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).files;
  } catch (error) {
    throw new ExportError(`${file} was not written by an export; choose another folder.`, {
      cause: error,
    });
  }
}

export function formatExportManifest(files: string[]): string {
  return `${JSON.stringify({ format: 1, files: [...files].sort() }, null, 2)}\n`;
}

/** True if articles can show a file of this name. */
export function isMediaName(name: string): boolean {
  return mediaName.test(name);
}
