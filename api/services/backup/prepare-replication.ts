import { existsSync } from 'node:fs';
import { commandLine } from '../../command-line.ts';
import type { Config } from '../../config.ts';
import { ConfigInvalid } from '../../config.ts';
import { markReplicated } from '../../db/replication.ts';
import { hasReplica, LitestreamError } from '../../integrations/litestream.ts';

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
