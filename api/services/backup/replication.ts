import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MINUTE_MS } from '#contracts/durations.ts';
import { type Config, InvalidConfigError } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { markReplicated } from '../../db/connection.ts';
import { commandLine } from '../../installation.ts';
import {
  hasReplica,
  LitestreamError,
  listGenerations,
  type Replication,
  restoreReplica,
  startReplication,
} from '../../integrations/litestream.ts';
import { reportProblem } from '../problems/report-problem.ts';
import { DATABASE_FILE } from './backup-contents.ts';

export type { Replication };
export { LitestreamError };

/**
 * Milliseconds by which a copy must be newer than the generation of this server to come from another one, because
 * clocks of machines and stores differ.
 */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Another server that writes to the same replica. A `newer` one began after this server: it has taken over, or this
 * one has older data than the replica.
 */
export type OtherServer = 'newer' | 'older';

/** Replica of the database of a site. */
export interface Replica {
  /** @throws LitestreamError */
  startReplication(onProblem: (message: string) => void): Replication;
  /** True if there is one already. @throws LitestreamError */
  exists(): Promise<boolean>;
  /** Writes the newest state into a file. @throws LitestreamError */
  restore(target: string): Promise<void>;
  /** Returns what else has written to the replica since this server began to, or null. @throws LitestreamError */
  findOtherServer(): Promise<OtherServer | null>;
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
    async findOtherServer() {
      const file = path.join(dataFolder, `.${DATABASE_FILE}-litestream`, 'generation');
      const beganAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (beganAt === undefined) return null;
      const readOwn = () => readFileSync(file, 'utf8').trim();
      const own = readOwn();
      const others = (await listGenerations(databaseFile, litestream)).filter(
        ({ id, endedAt }) => id !== own && endedAt > beganAt + CLOCK_TOLERANCE_MS,
      );
      // Litestream may have begun another generation meanwhile, which is no other server's.
      if (others.length === 0 || readOwn() !== own) return null;
      return others.some(({ startedAt }) => startedAt > beganAt) ? 'newer' : 'older';
    },
  };
}

/**
 * Prepares a database for Litestream, or for a start without it; call it before the database is opened.
 * @throws InvalidConfigError if the database is missing and has a replica, which a new one would replace
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
      throw new InvalidConfigError(`LITESTREAM_URL: ${error.message}`, { cause: error });
    }
    if (isReplicated) {
      throw new InvalidConfigError(
        `LITESTREAM_URL: there is no database here, but a replica of one. Run ${commandLine('restore REPLICA=1')}, or set LITESTREAM_URL to another place.`,
      );
    }
  }
  if (litestream !== null || existsSync(databaseFile)) {
    markReplicated(databaseFile, litestream !== null);
  }
}

/** Says what another server at the same replica means, and what to do. */
export const describeOtherServer = (other: OtherServer): string =>
  other === 'newer'
    ? 'Another server has written to the replica since this one, so this one does not replicate. If it took over, stop this one. If this one is right, stop the other one, delete .site.db-litestream in DATA_DIR and restart.'
    : 'Another server, which this one has replaced, still writes to the replica. Stop it: visitors may still reach it, and a restore could take its data.';

/** Emails the admins that two servers write to the replica. */
export async function reportOtherServer(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  other: OtherServer,
): Promise<void> {
  await context.database.write((transaction) =>
    reportProblem(context, transaction, 'replication', {
      subject: 'Two servers write to one replica',
      title: 'Another server uses the replica of your database',
      paragraphs: [
        'Two servers with copies of this site run at the same time, each with its own orders and comments.',
        describeOtherServer(other),
      ],
      page: { label: 'See the backups', path: '/admin/jobs' },
    }),
  );
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
