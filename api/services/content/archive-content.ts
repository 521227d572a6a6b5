import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';

/** Names of the owner's files in backups and exports: no part of them begins with a dot. */
export const CONTENT_NAME = /content(?:\/(?!\.)[^/\\\p{Cc}]+)+/u;
const contentName = new RegExp(`^${CONTENT_NAME.source}$`, 'u');

/**
 * Copies the files of CONTENT_DIR into a staging folder, because their owner may write to them at any
 * time. Links and names that begin with a dot are left out.
 * @returns their names below the staging folder
 */
export function stageContent(contentFolder: string, staging: string): string[] {
  if (!existsSync(contentFolder)) return [];
  const names = readdirSync(contentFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(contentFolder, path.join(entry.parentPath, entry.name)))
    .map((name) => `content/${name.split(path.sep).join('/')}`)
    .filter((name) => contentName.test(name))
    .sort();
  for (const name of names) {
    const target = path.join(staging, name);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(path.join(contentFolder, name.slice('content/'.length)), target);
  }
  return names;
}

/**
 * Puts the files of a backup or an export into the place of CONTENT_DIR, and moves the previous ones
 * aside. Can be repeated after an interruption.
 * @param from folder of the new files, which ends up empty or missing
 * @param aside folder that gets the previous files; need not exist
 */
export function replaceContent(from: string, contentFolder: string, aside: string): void {
  const incoming = `${contentFolder}.incoming`;
  rmSync(incoming, { recursive: true, force: true });
  // Another disk may hold the folder.
  cpSync(from, incoming, { recursive: true });
  if (existsSync(contentFolder)) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    cpSync(contentFolder, path.join(aside, 'content'), { recursive: true });
    rmSync(contentFolder, { recursive: true });
  }
  renameSync(incoming, contentFolder);
  rmSync(from, { recursive: true });
}
