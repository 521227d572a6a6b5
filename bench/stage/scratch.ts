import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Processes and folders of this run. Whatever way it ends, they end with it. */
const children = new Set<ChildProcess>();
const folders = new Set<string>();

function clearAway(): void {
  for (const child of children) child.kill('SIGKILL');
  if (process.env.KEEP === undefined) for (const folder of folders) removeFolder(folder);
}

process.once('exit', clearAway);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
}

/** A new folder that is removed at the end, unless KEEP is set: for looking at what went wrong. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `bench-${name}-`));
  folders.add(folder);
  return folder;
}

/** Removes a folder; a process that was just killed may still be letting go of its files. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  folders.delete(folder);
}

/** Starts a process that does not outlive this one. */
export function spawnTied(command: string, options: string[], settings: SpawnOptions) {
  const child = spawn(command, options, settings);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}
