import { hostname } from 'node:os';

/** Names this process among all that share the data folder. */
export function createHolder(): string {
  return `${hostname()}/${process.pid}/${Math.random().toString(36).slice(2, 10)}`;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a holder was a process of this machine that is gone. */
export function hasEnded(holder: string): boolean {
  const [host, pid] = holder.split('/');
  return host === hostname() && Number(pid) !== process.pid && !isAlive(Number(pid));
}
