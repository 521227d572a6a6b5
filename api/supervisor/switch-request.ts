import { once } from 'node:events';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** What `upgrade` asks the supervisor for, as one line of JSON. */
export interface SwitchRequest {
  /** Absolute folder of the version. */
  root: string;
  /** True if the version migrates the database. */
  migrates: boolean;
  /** Link that leads to the version in use, or null. */
  link: string | null;
}

export type SwitchResult = { state: 'switched' } | { state: 'refused'; reason: string };

/** Returns the shorter name of the supervisor's socket: systems allow about a hundred bytes. */
export function socketName(dataFolder: string): string {
  const file = path.join(dataFolder, '.supervisor.sock');
  const relative = path.relative('', file);
  return relative.length < file.length ? relative : file;
}

/** Points a link at a folder, atomically. */
export function pointLink(link: string, folder: string): void {
  const temporary = `${link}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(path.relative(path.dirname(link), folder), temporary);
  renameSync(temporary, link);
}

/** Returns a connection to the supervisor of a data folder, or null if none is running. */
export async function connectToSupervisor(dataFolder: string): Promise<Socket | null> {
  const socket = connect(socketName(dataFolder));
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw error;
  }
}

/** Asks the supervisor to switch to another version, and waits for the result. */
export async function requestSwitch(
  supervisor: Socket,
  request: SwitchRequest,
): Promise<SwitchResult> {
  const lines = createInterface(supervisor)[Symbol.asyncIterator]();
  supervisor.write(`${JSON.stringify(request)}\n`);
  const { value } = await lines.next();
  if (value === undefined) return { state: 'refused', reason: 'The site has been stopped.' };
  return JSON.parse(value);
}
