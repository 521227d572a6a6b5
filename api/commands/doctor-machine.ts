import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { CheckResult } from '#contracts/status.ts';
import type { Config } from '../config.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { isClone, version } from '../installation.ts';
import { requirePort } from '../start/check.mjs';
import { checkDataFolder } from '../start/data-folder.mjs';
import { ConfigInvalid } from '../start/environment.mjs';
import { arePackagesInstalled } from '../start/packages.mjs';

const COMMAND_TIMEOUT_MS = 5000;
/** Allowed time by which files may be newer than the clock in milliseconds, for files of other machines. */
const CLOCK_TOLERANCE_MS = 86_400_000;

/** Reports the versions, and checks that the packages of a clone are those of package-lock.json. */
export function checkVersions(): CheckResult {
  const versions = `Site ${version} with schema version ${currentSchemaVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`;
  if (!isClone || arePackagesInstalled()) return { name: 'versions', state: 'ok', msg: versions };
  const msg = `${versions} The installed packages are not those of package-lock.json. Run make start.`;
  return { name: 'versions', state: 'warning', msg };
}

/** Checks that the clock is not behind the data and, with systemd, that it is synchronized. */
export function checkClock({ dataFolder }: Pick<Config, 'dataFolder'>): CheckResult {
  const result = (state: CheckResult['state'], msg: string) => ({ name: 'clock', state, msg });
  const now = new Date().toISOString();
  const data = statSync(path.join(dataFolder, 'site.db'), { throwIfNoEntry: false });
  if (data !== undefined && data.mtimeMs > Date.now() + CLOCK_TOLERANCE_MS) {
    const advice = 'Set the clock and turn on its synchronization (NTP).';
    return result('failed', `It is ${now} here, but the database was written later. ${advice}`);
  }
  const parameters = ['show', '--property=NTPSynchronized', '--value'];
  const { stdout } = spawnSync('timedatectl', parameters, {
    timeout: COMMAND_TIMEOUT_MS,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (stdout?.trim() !== 'no') return result('ok', `It is ${now} here.`);
  const advice =
    'Run timedatectl set-ntp true: scheduled articles and sign-ins depend on the time.';
  return result('warning', `The clock is not synchronized. ${advice}`);
}

/** Checks that the data folder can be used and written to. */
export function checkFolder({
  dataFolder,
  buildFolder,
}: Pick<Config, 'dataFolder' | 'buildFolder'>): CheckResult {
  const name = 'data-folder';
  try {
    checkDataFolder({ dataFolder, buildFolder });
    return { name, state: 'ok', msg: `${dataFolder} can be written.` };
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    return { name, state: 'failed', msg: error.message };
  }
}

/** Returns the reason why a server cannot listen on the port, or null. */
export async function findPortProblem({
  port,
  host,
}: Pick<Config, 'port' | 'host'>): Promise<string | null> {
  try {
    await requirePort(port, host);
    return null;
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    return error.message;
  }
}
