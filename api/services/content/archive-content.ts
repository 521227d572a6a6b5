import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

/** Names of the owner's files in backups and site exports; no part of them begins with a dot. */
const contentName = /^content(?:\/(?!\.)[^/\\\p{Cc}]+)+$/u;

/**
 * Copies the files of CONTENT_DIR into a staging folder, because the owner may change them at any time. Omits
 * links and names that begin with a dot.
 * @returns their names below the staging folder
 */
export function stageContent(contentFolder: string, staging: string): string[] {
  const names = listContent(contentFolder);
  for (const name of names) {
    const target = path.join(staging, name);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(sourceOf(contentFolder, name), target);
  }
  return names;
}

/** Returns the bytes that `stageContent` copies. */
export const contentBytes = (contentFolder: string): number =>
  listContent(contentFolder)
    .map((name) => statSync(sourceOf(contentFolder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);

function listContent(contentFolder: string): string[] {
  if (!existsSync(contentFolder)) return [];
  return readdirSync(contentFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(contentFolder, path.join(entry.parentPath, entry.name)))
    .map((name) => `content/${name.split(path.sep).join('/')}`)
    .filter((name) => contentName.test(name))
    .sort();
}

const sourceOf = (contentFolder: string, name: string) =>
  path.join(contentFolder, name.slice('content/'.length));

/**
 * Replaces the files of CONTENT_DIR with those of a backup or a site export, and copies the previous files to
 * another folder. Can be repeated after an interruption.
 * @param from folder of the new files, which is removed
 * @param aside folder for the previous files, created if it is missing
 */
export function replaceContent(from: string, contentFolder: string, aside: string): void {
  // Replaces the entries and not the folder, which may be on another disk or a mount.
  mkdirSync(contentFolder, { recursive: true });
  const previous = readdirSync(contentFolder);
  if (previous.length > 0) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    cpSync(contentFolder, path.join(aside, 'content'), { recursive: true });
  }
  for (const name of previous) rmSync(path.join(contentFolder, name), { recursive: true });
  cpSync(from, contentFolder, { recursive: true });
  rmSync(from, { recursive: true });
}
