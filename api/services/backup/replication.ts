import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigInvalid } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { markReplicated } from '../../db/connection.ts';
import { commandLine } from '../../installation.ts';
import {
  hasReplica,
  LitestreamError,
  type Replication,
  restoreReplica,
  startReplication,
} from '../../integrations/litestream.ts';
import { reportProblem } from '../problems/report-problem.ts';
import { DATABASE_FILE } from './backup-contents.ts';

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

/**
 * Prepares a database for Litestream, or for a start without it; call it before the database is opened.
 * @throws ConfigInvalid if the database is missing and has a replica, which a new one would replace
 */
export async function prepareReplication(
  { litestream }: Pick<Config, 'litestream'>,
  databaseFile: string,
): Promise<void> {
  if (litestream !== null && !existsSync(databaseFile)) {
    let isReplicated: boolean;
    try {
      isReplicated = await hasReplica(databaseFile, litestream);
    } catch (error) {
      if (!(error instanceof LitestreamError)) throw error;
      throw new ConfigInvalid(`LITESTREAM_URL: ${error.message}`, { cause: error });
    }
    if (isReplicated) {
      throw new ConfigInvalid(
        `LITESTREAM_URL: there is no database here, but a replica of one. Run ${commandLine('restore REPLICA=1')}, or set LITESTREAM_URL to another place.`,
      );
    }
  }
  if (litestream !== null || existsSync(databaseFile)) {
    markReplicated(databaseFile, litestream !== null);
  }
}

/** Emails the admins that replication has stopped. */
export async function reportReplicationProblem(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  reason: string,
): Promise<void> {
  await context.database.write((transaction) =>
    reportProblem(context, transaction, 'replication', {
      subject: 'Changes are not replicated',
      title: 'The replica of your database is out of date',
      paragraphs: [
        'Litestream has not copied changes of the database for minutes. If this machine is lost now, they are lost too. The last reason:',
      ],
      quote: reason,
      page: { label: 'See the backups', path: '/admin/jobs' },
    }),
  );
}
