import path from 'node:path';
import type { Config } from '../../config.ts';
import {
  hasReplica,
  LitestreamError,
  type Replication,
  restoreReplica,
  startReplication,
} from '../../integrations/litestream.ts';
import { DATABASE_FILE } from './backup-manifest.ts';

export type { Replication };
export { LitestreamError };

/** Replica of the database of a site. */
export interface Replica {
  /** @throws LitestreamError */
  startReplication(onProblem: (message: string) => void): Replication;
  /** True if there is one already. @throws LitestreamError */
  exists(): Promise<boolean>;
  /** Writes the newest state into a file. @throws LitestreamError */
  restore(target: string): Promise<void>;
}

/** Returns the replica of LITESTREAM_URL, or null. */
export function openReplica({
  dataFolder,
  litestream,
}: Pick<Config, 'dataFolder' | 'litestream'>): Replica | null {
  if (litestream === null) return null;
  const databaseFile = path.join(dataFolder, DATABASE_FILE);
  return {
    startReplication: (onProblem) => startReplication(databaseFile, litestream, onProblem),
    exists: () => hasReplica(databaseFile, litestream),
    restore: (target) => restoreReplica(databaseFile, litestream, target),
  };
}
