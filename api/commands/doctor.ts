import { DAY_MS } from '#contracts/durations.ts';
import '../start/private-files.mjs';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { CheckResult } from '#contracts/status.ts';
import { type Config, InvalidConfigError, readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { SITE_ID } from '../db/hot/bucket-objects.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { readSetting } from '../db/repositories/site.ts';
import { commandLine, isClone, version } from '../installation.ts';
import {
  checkBackupFiles,
  checkDatabaseFile,
  checkEnvironmentFile,
  checkPermissions,
  checkReplication,
  checkWork,
  findInstance,
} from '../services/doctor/check-data.ts';
import {
  checkMailDomain,
  checkPayments,
  checkPublishTo,
  checkSmtpTransport,
  checkStorage,
  sendTestEmail,
} from '../services/doctor/check-services.ts';
import {
  checkCertificate,
  checkProxy,
  checkServer,
  checkSiteUrl,
} from '../services/doctor/check-site.ts';
import { checkDisk, readDiskSpace } from '../services/status/disk-space.ts';
import { attemptCheck } from '../services/status/readiness.ts';
import { requirePort } from '../start/check.mjs';
import { checkDataFolder, nearestExisting } from '../start/data-folder.mjs';
import { environmentNames, loadEnvironment } from '../start/environment.mjs';
import { arePackagesInstalled } from '../start/packages.mjs';
import { namedArgument, namedSwitch } from './run-command.ts';

/** Names of variables whose values may not appear in a report. */
const secretNames = /SECRET|PASSWORD|TOKEN|KEY/;

/** Names of variables whose values are URLs that may contain secrets. */
const urlNames = /_URL$|_DSN$/;

/** Shortest masked secret in characters, because shorter ones could be parts of ordinary words. */
const SECRET_MIN = 4;

const width = { state: 8, name: 13 };

interface Report {
  add(...results: (CheckResult | null)[]): void;
  /** Returns true if a check has failed. */
  hasFailures(): boolean;
}

const COMMAND_TIMEOUT_MS = 5000;

/** Allowed time by which files may be newer than the clock in milliseconds, for files of other machines. */
const CLOCK_TOLERANCE_MS = DAY_MS;

/**
 * `make doctor` checks settings, machine, data and services, with and without a running server. It changes
 * nothing. EMAIL=… sends a test email, JSON=1 writes each line as an object.
 * @returns exit code: 1 if a check failed, otherwise 0
 */
async function runDoctor(): Promise<number> {
  const output = {
    isJson: namedSwitch('JSON'),
    write: (line: string) => void process.stdout.write(`${line}\n`),
  };
  let variables: Record<string, string | undefined> = process.env;
  let config: Config;
  try {
    variables = loadEnvironment();
    config = readConfig(variables);
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error;
    const report = createReport(variables, output);
    const failed = (msg: string) => ({ name: 'variables', state: 'failed' as const, msg });
    report.add(checkVersions(), ...error.message.split('\n').map(failed));
    report.add(
      failed(`Correct the variables and run ${commandLine('doctor')} again for the other checks.`),
    );
    return 1;
  }
  const report = createReport(variables, output);
  const setCount = environmentNames.filter((name) => variables[name]).length;
  report.add(checkVersions(), checkClock(config));
  report.add(checkVariables(config, setCount), checkEnvironmentFile());
  const siteId = await checkSite(config, report);
  report.add(await attemptCheck('email', () => checkSmtpTransport(config)));
  if (config.smtpUrl !== null) {
    report.add(await attemptCheck('email-dns', () => checkMailDomain(config)));
  }
  const to = namedArgument('EMAIL');
  if (to !== undefined) {
    report.add(await attemptCheck('test-email', () => sendTestEmail(config, to, systemClock())));
  }
  report.add(await attemptCheck('payments', () => checkPayments(config)));
  report.add(await attemptCheck('storage', () => checkStorage(config, siteId)));
  report.add(await attemptCheck('publish-to', () => checkPublishTo(config, siteId)));
  return report.hasFailures() ? 1 : 0;
}

/**
 * Checks data folder, server and public URL, and the parts that depend on them.
 * @returns ID of the site in buckets; null if it has none yet, undefined if there is no database
 */
async function checkSite(config: Config, report: Report): Promise<unknown> {
  const { dataFolder } = config;
  const folder = checkFolder(config);
  const isUsable = folder.state === 'ok';
  report.add(folder, isUsable ? checkPermissions(dataFolder) : null);
  report.add(
    await attemptCheck('disk', async () =>
      checkDisk(await readDiskSpace(nearestExisting(dataFolder))),
    ),
  );
  let instance: string | null = null;
  report.add(
    await attemptCheck('secrets', () => {
      if (isUsable) instance = findInstance(dataFolder);
      return null;
    }),
  );
  const portProblem = await findPortProblem(config);
  const { result, isRunning } = await checkServer(config, { instance, portProblem });
  report.add(result);
  report.add(checkProxy(config));
  report.add(await checkSiteUrl(config, { instance, isRunning }));
  report.add(await checkCertificate(config, systemClock()));
  return isUsable ? await checkData(config, report, isRunning) : undefined;
}

/** @returns as `checkSite` */
async function checkData(config: Config, report: Report, isRunning: boolean): Promise<unknown> {
  const { result, database } = checkDatabaseFile(config);
  report.add(result);
  let siteId: unknown;
  if (database !== null) {
    const context = { config, database, clock: systemClock };
    const { query } = database;
    report.add(
      await attemptCheck('database', () => {
        siteId = readSetting(query, SITE_ID) ?? null;
        return null;
      }),
    );
    if (isRunning) report.add(...(await checkWork(context)));
    report.add(await attemptCheck('backup', () => checkBackupFiles(context)));
    database.close();
  }
  const replication = { config, clock: systemClock };
  report.add(await attemptCheck('litestream', () => checkReplication(replication, { isRunning })));
  return siteId;
}

// A reader of the output, such as `head`, may close it early; the checks end all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runDoctor();

/** Reports the versions, and checks that the packages of a clone are those of package-lock.json. */
function checkVersions(): CheckResult {
  const versions = `Site ${version} with schema version ${currentSchemaVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`;
  if (!isClone || arePackagesInstalled()) return { name: 'versions', state: 'ok', msg: versions };
  const msg = `${versions} The installed packages are not those of package-lock.json. Run make start.`;
  return { name: 'versions', state: 'warning', msg };
}

/** Checks valid variables for a combination without effect. */
function checkVariables(
  { accessLog, logLevel }: Pick<Config, 'accessLog' | 'logLevel'>,
  setCount: number,
): CheckResult {
  const name = 'variables';
  if (accessLog && !['info', 'debug', 'trace'].includes(logLevel)) {
    const msg = `ACCESS_LOG writes nothing, because LOG_LEVEL=${logLevel} leaves its lines out. Set LOG_LEVEL=info.`;
    return { name, state: 'warning', msg };
  }
  return { name, state: 'ok', msg: `All variables are valid; ${setCount} are set.` };
}

/** Checks that the clock is not behind the data and, with systemd, that it is synchronized. */
function checkClock({ dataFolder }: Pick<Config, 'dataFolder'>): CheckResult {
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
function checkFolder({
  dataFolder,
  buildFolder,
}: Pick<Config, 'dataFolder' | 'buildFolder'>): CheckResult {
  const name = 'data-folder';
  try {
    checkDataFolder({ dataFolder, buildFolder });
    return { name, state: 'ok', msg: `${dataFolder} can be written.` };
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error;
    return { name, state: 'failed', msg: error.message };
  }
}

/** Returns the reason why a server cannot listen on the port, or null. */
async function findPortProblem({
  port,
  host,
}: Pick<Config, 'port' | 'host'>): Promise<string | null> {
  try {
    await requirePort(port, host);
    return null;
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error;
    return error.message;
  }
}

/** Returns the secrets among the variables: values of secret variables, and passwords in URLs. */
function secretsIn(variables: Record<string, string | undefined>): string[] {
  const secrets = Object.entries(variables).flatMap(([name, value]) => {
    if (!value) return [];
    if (secretNames.test(name)) return [value];
    if (!urlNames.test(name)) return [];
    if (!URL.canParse(value)) return [value];
    const { username, password, search } = new URL(value);
    return [username, password, search.slice(1)].flatMap((part) => [part, decode(part)]);
  });
  // A longer secret may contain a shorter one.
  return secrets
    .filter((secret) => secret.length >= SECRET_MIN)
    .sort((first, second) => second.length - first.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The password contains an unencoded percent sign.
    return text;
  }
}

/**
 * Creates a report that is written line by line and contains no secrets.
 * @param variables environment variables, whose secrets are masked
 * @param options.isJson true to write each line as an object
 */
function createReport(
  variables: Record<string, string | undefined>,
  { isJson, write }: { isJson: boolean; write: (line: string) => void },
): Report {
  const secrets = secretsIn(variables);
  let hasFailures = false;
  const withoutSecrets = (text: string) =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text);
  return {
    add(...results) {
      for (const result of results) {
        if (result === null) continue;
        const { name, state } = result;
        const msg = withoutSecrets(result.msg).replace(/\s+/g, ' ');
        const line = `${state.padEnd(width.state)} ${name.padEnd(width.name)} ${msg}`;
        write(isJson ? JSON.stringify({ name, state, msg }) : line);
        hasFailures ||= state === 'failed';
      }
    },
    hasFailures: () => hasFailures,
  };
}
