/**
 * A process that locks the database file in its argument, if no other process has it open, until it is killed. Killed,
 * because closing the database would move the write-ahead log into the file, which Litestream does. Sends the message
 * `true` when it has the lock; otherwise it ends, with `DATABASE_IN_USE` if another process has the database open.
 */
import BetterSqlite3 from 'better-sqlite3';
import { DATABASE_IN_USE } from './database-copy.ts';

const [, , file = ''] = process.argv;
const raw = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
process.once('disconnect', () => {
  // Without this reference, the garbage collector could close the connection.
  if (raw.open) process.kill(process.pid, 'SIGKILL');
});
try {
  // In this mode, reading needs the lock of the whole file, which each process with an open connection shares.
  raw.pragma('locking_mode = EXCLUSIVE');
  raw.prepare('SELECT count(*) FROM sqlite_schema').get();
  process.send?.(true);
} catch (error) {
  const isInUse =
    error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
  if (!isInUse) throw error;
  process.exit(DATABASE_IN_USE);
}
