import { existsSync } from 'node:fs';
import { isReplicatedDatabase, openConnection, REPLICATION_TABLE } from './connection.ts';

const OTHER_TABLE = '_litestream_lock';

/**
 * Marks a database as replicated or not; call it before other connections are opened. A checkpoint
 * of the server could drop changes that Litestream has not copied yet, and would cost a new snapshot.
 */
export function markReplicated(file: string, isReplicated: boolean): void {
  if (existsSync(file) && readMark(file) === isReplicated) return;
  const { raw, close } = openConnection(file);
  try {
    const mark = raw.transaction(() => {
      if (isReplicated) {
        raw.exec(`CREATE TABLE IF NOT EXISTS ${REPLICATION_TABLE} (id INTEGER PRIMARY KEY, seq INTEGER);
          CREATE TABLE IF NOT EXISTS ${OTHER_TABLE} (id INTEGER)`);
      } else {
        raw.exec(`DROP TABLE IF EXISTS ${REPLICATION_TABLE}; DROP TABLE IF EXISTS ${OTHER_TABLE}`);
      }
    });
    mark.immediate();
  } finally {
    close();
  }
}

/** Reads without writing: the last connection that can write would do a checkpoint when it closes. */
function readMark(file: string): boolean {
  const { raw, close } = openConnection(file, { readonly: true });
  try {
    return isReplicatedDatabase(raw);
  } finally {
    close();
  }
}
