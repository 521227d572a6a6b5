import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Processes and folders of this run, which are removed at its end, also after an error or a signal. */
const children = new Set<ChildProcess>();
const folders = new Set<string>();

function cleanUp(): void {
  for (const child of children) child.kill('SIGKILL');
  if (process.env.KEEP === undefined) for (const folder of folders) removeFolder(folder);
}

process.once('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
}

/** Creates a folder that is removed at the end, unless KEEP is set to debug a failure. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `bench-${name}-`));
  folders.add(folder);
  return folder;
}

/** Removes a folder. Retries, because a killed process can hold its files open for a moment. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  folders.delete(folder);
}

/** Starts a process that is killed when this process ends. */
export function spawnChild(command: string, options: string[], settings: SpawnOptions) {
  const child = spawn(command, options, settings);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}
