import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** First line of JSON from `upgrade` to the supervisor. */
export interface SwitchRequest {
  /** Absolute folder of the version. */
  root: string;
  /** True if the version migrates the database. */
  migrates: boolean;
}

/** Second line, after the response `healthy`. */
export interface SwitchDecision {
  state: 'commit';
}

/** Lines of JSON from the supervisor. Anything but a decision after `healthy` makes the version before return. */
export type SwitchResponse =
  | { state: 'healthy' }
  | { state: 'switched' }
  | { state: 'refused'; reason: string };

/** Returns the shorter name of the supervisor's socket: systems allow about a hundred bytes. */
export function socketName(dataFolder: string): string {
  const file = path.join(dataFolder, '.supervisor.sock');
  const relative = path.relative('', file);
  return relative.length < file.length ? relative : file;
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

export type SwitchResult =
  | { state: 'switched' }
  /** The version before is in use. */
  | { state: 'refused'; reason: string }
  /** The site was stopped; the next start can use the new version. */
  | { state: 'stopped' };

/**
 * Asks the supervisor to switch to another version, and waits for the result.
 * @param onHealthy called when the version is healthy, before it is in use; if it throws, the version before returns
 */
export async function requestSwitch(
  supervisor: Socket,
  request: SwitchRequest,
  onHealthy: () => void,
): Promise<SwitchResult> {
  const lines = createInterface(supervisor)[Symbol.asyncIterator]();
  const sendMessage = async (
    message: SwitchRequest | SwitchDecision,
  ): Promise<SwitchResponse | null> => {
    supervisor.write(`${JSON.stringify(message)}\n`);
    const { value } = await lines.next();
    return value === undefined ? null : JSON.parse(value);
  };
  const response = await sendMessage(request);
  if (response === null) return { state: 'refused', reason: 'The site has been stopped.' };
  if (response.state !== 'healthy') return response;
  onHealthy();
  const result = await sendMessage({ state: 'commit' });
  if (result === null) return { state: 'stopped' };
  if (result.state === 'healthy') throw new Error('the supervisor repeats its response');
  return result;
}
