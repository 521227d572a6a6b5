import { hostname } from 'node:os';

/** Returns a name for this process that is unique among all that share the data folder. */
export function createLeaseOwner(): string {
  return `${hostname()}/${process.pid}/${Math.random().toString(36).slice(2, 10)}`;
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** True if a lease owner was another process of this machine and has exited. */
export function hasOwnerExited(owner: string): boolean {
  const [host, pid] = owner.split('/');
  return host === hostname() && Number(pid) !== process.pid && !isProcessAlive(Number(pid));
}
