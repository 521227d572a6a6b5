import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CheckResult } from '#contracts/status.ts';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import {
  assertSupportedDatabase,
  currentSchemaVersion,
  UnsupportedDatabaseError,
} from '../../db/migrate.ts';
import { adminExists } from '../../db/repositories/users.ts';
import { errorMessage } from '../../errors.ts';
import { commandLine } from '../../installation.ts';
import { checkBackups, getBackupStatus } from '../backup/backup-status.ts';
import { openBackupStore } from '../backup/make-backup.ts';
import { describeOtherServer, LitestreamError, openReplica } from '../backup/replication.ts';
import {
  attemptCheck,
  checkBucketCopies,
  checkPublisher,
  checkQueues,
  checkRelease,
  instanceOf,
} from '../status/readiness.ts';
import { checkReplicationLag } from '../status/replication-lag.ts';

/** Returns the ID of the installation, or null before its first start. Creates nothing. */
export const findInstance = (dataFolder: string): string | null =>
  existsSync(path.join(dataFolder, 'secrets', 'master.key')) ? instanceOf(dataFolder) : null;

/** Checks that other users of the machine can read neither data nor keys. */
export function checkPermissions(dataFolder: string): CheckResult {
  const name = 'permissions';
  const isOpen = (file: string, bits: number) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found !== undefined && (found.mode & bits) !== 0;
  };
  if (isOpen(dataFolder, 0o067)) {
    const advice = 'Restart the server, which closes it, or run chmod 700 on it.';
    return { name, state: 'failed', msg: `Other users can read ${dataFolder}. ${advice}` };
  }
  const open = ['site.db', 'secrets'].filter((file) => isOpen(path.join(dataFolder, file), 0o077));
  // A web server's group may pass through the folder to the releases.
  if (isOpen(dataFolder, 0o010) && open.length > 0) {
    const msg = `The mode of ${open.join(' and ')} in ${dataFolder} is too open. Run chmod -R go= on it.`;
    return { name, state: 'warning', msg };
  }
  return { name, state: 'ok', msg: 'Other users cannot read data and keys.' };
}

/** Checks that other users cannot read the file .env of this folder. @returns null if they cannot */
export function checkEnvironmentFile(): CheckResult | null {
  const { mode } = statSync('.env', { throwIfNoEntry: false }) ?? { mode: 0 };
  // The group may be that of the site, as with install.sh.
  if ((mode & 0o007) === 0) return null;
  const msg =
    'Other users can read .env, which may contain passwords and keys. Run chmod o= on it.';
  return { name: 'env-file', state: 'warning', msg };
}

/**
 * Opens the database for reading, if there is one, and checks it.
 * @returns the database for further checks, or null if it cannot be used
 */
export function checkDatabaseFile({
  dataFolder,
  litestream,
}: Pick<Config, 'dataFolder' | 'litestream'>): {
  result: CheckResult;
  database: Database | null;
} {
  const check = (state: CheckResult['state'], msg: string, database: Database | null = null) => ({
    result: { name: 'database', state, msg },
    database,
  });
  const file = path.join(dataFolder, 'site.db');
  if (!existsSync(file)) {
    const exception = litestream === null ? '' : ', unless there is a replica of one';
    const advice = `It is created by ${commandLine('start')}${exception}.`;
    return check('warning', `There is no database yet. ${advice}`);
  }
  try {
    const database = openDatabase(file, { readonly: true });
    const problem = findProblem(database);
    if (problem !== null) {
      database.close();
      return { result: { name: 'database', ...problem }, database: null };
    }
    if (!adminExists(database.query)) {
      const advice = `Open the link that ${commandLine('start')} prints, or run ${commandLine('admin EMAIL=…')}`;
      return check('warning', `The site has no admin yet. ${advice}`, database);
    }
    const version = currentSchemaVersion();
    return check('ok', `The database is intact and has schema version ${version}.`, database);
  } catch (error) {
    const reason = errorMessage(error);
    const advice = 'Check the owner and mode of site.db, or restore a backup.';
    return check('failed', `The database cannot be read (${reason}). ${advice}`);
  }
}

/** Returns why the tables of a database cannot be read by this version, or null. */
function findProblem({ raw }: Database): Pick<CheckResult, 'state' | 'msg'> | null {
  const damage = String(raw.pragma('quick_check(1)', { simple: true }));
  if (damage !== 'ok') {
    return { state: 'failed', msg: `The database is damaged (${damage}). Restore a backup.` };
  }
  const found = Number(raw.pragma('user_version', { simple: true }));
  const codeVersion = currentSchemaVersion();
  if (found > codeVersion) {
    const advice = 'Install the newer version again, or restore an older backup.';
    const msg = `A newer version wrote the database (${found}, not ${codeVersion}). ${advice}`;
    return { state: 'failed', msg };
  }
  try {
    assertSupportedDatabase({ raw });
  } catch (error) {
    if (!(error instanceof UnsupportedDatabaseError)) throw error;
    return { state: 'failed', msg: error.message };
  }
  if (found === codeVersion) return null;
  const msg = `The database has schema version ${found}. The next start migrates it to ${codeVersion}.`;
  return { state: 'warning', msg };
}

type DataContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Checks the data that only a running server repairs. */
export async function checkWork(context: DataContext): Promise<CheckResult[]> {
  const { config, database, clock } = context;
  const isLive = existsSync(path.join(config.dataFolder, 'live', 'index.html'));
  const results = await Promise.all([
    attemptCheck('release', () => checkRelease(database, isLive)),
    attemptCheck('publisher', () => checkPublisher(context)),
    attemptCheck('queues', () => checkQueues(database, clock())),
    attemptCheck('bucket-copies', () => checkBucketCopies(context)),
  ]);
  return results.filter((result) => result !== null);
}

/** Checks the age of the last good backup, and that its file is still there. */
export function checkBackupFiles(context: DataContext): CheckResult {
  const checked = checkBackups(context);
  const { lastGood } = getBackupStatus(context);
  const store = openBackupStore(context.config);
  if (checked.state === 'failed' || lastGood === null || store.isRemote) return checked;
  if (existsSync(path.join(store.location, lastGood.file))) return checked;
  const advice = `Start a backup under /admin/jobs, or run ${commandLine('backup')}.`;
  const msg = `The file of the last good backup, ${lastGood.file}, is missing. ${advice}`;
  return { name: 'backup', state: 'failed', msg };
}

/** Checks that the replica can be read, and that Litestream copies all changes beside a running server. */
export async function checkReplication(
  context: Pick<AppContext, 'config' | 'clock'>,
  { isRunning }: { isRunning: boolean },
): Promise<CheckResult> {
  const { config } = context;
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'litestream', state, msg });
  const replica = openReplica(config);
  if (replica === null) return result('ok', 'Replication is off; LITESTREAM_URL turns it on.');
  try {
    const hasReplica = await replica.exists();
    const other = await replica.findOtherServer();
    if (other !== null) return result('failed', describeOtherServer(other));
    if (hasReplica && !existsSync(path.join(config.dataFolder, 'site.db'))) {
      const advice = `Run ${commandLine('restore REPLICA=1')}; the site does not start before.`;
      return result('failed', `There is no database here, but a replica of one. ${advice}`);
    }
    if (!isRunning) {
      return result('ok', `${hasReplica ? 'The' : 'A'} replica is updated once the server runs.`);
    }
  } catch (error) {
    if (!(error instanceof LitestreamError)) throw error;
    return result('failed', `${error.message} Check LITESTREAM_URL and the credentials.`);
  }
  return { ...(checkReplicationLag(context) as CheckResult), name: 'litestream' };
}
