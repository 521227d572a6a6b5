import '../start/private-files.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { type Config, ConfigInvalid, readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { commandLine } from '../installation.ts';
import {
  checkBackupFiles,
  checkDatabaseFile,
  checkPermissions,
  checkReplication,
  checkWork,
  findInstance,
} from '../services/doctor/check-data.ts';
import {
  checkMailDomain,
  checkMailServer,
  checkPayments,
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
import { nearestExisting } from '../start/data-folder.mjs';
import { environmentNames, loadEnvironment } from '../start/environment.mjs';
import { replicationPidFile } from '../workers/replication-worker.ts';
import { checkClock, checkFolder, checkVersions, findPortProblem } from './doctor-machine.ts';
import { createReport, type Report } from './doctor-report.ts';
import { namedArgument, namedSwitch } from './named-argument.ts';

/**
 * `make doctor` checks settings, machine, data and services, with and without a running server. It changes
 * nothing. EMAIL=… sends a test email, JSON=1 writes each line as an object.
 * @returns exit code: 1 if a check failed, otherwise 0
 */
async function run(): Promise<number> {
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
    if (!(error instanceof ConfigInvalid)) throw error;
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
  report.add({
    name: 'variables',
    state: 'ok',
    msg: `All variables are valid; ${setCount} are set.`,
  });
  await checkSite(config, report);
  report.add(await attemptCheck('email', () => checkMailServer(config)));
  if (config.smtpUrl !== null) {
    report.add(await attemptCheck('email-dns', () => checkMailDomain(config)));
  }
  const to = namedArgument('EMAIL');
  if (to !== undefined) {
    report.add(await attemptCheck('test-email', () => sendTestEmail(config, to, systemClock())));
  }
  report.add(await attemptCheck('payments', () => checkPayments(config)));
  return report.hasFailures() ? 1 : 0;
}

/** Checks data folder, server and public URL, and the parts that depend on them. */
async function checkSite(config: Config, report: Report): Promise<void> {
  const { dataFolder } = config;
  const folder = checkFolder(config);
  const isUsable = folder.state === 'ok';
  report.add(folder, isUsable ? checkPermissions(dataFolder) : null);
  report.add(checkDisk(await readDiskSpace(nearestExisting(dataFolder))));
  const instance = isUsable ? findInstance(dataFolder) : null;
  const portProblem = await findPortProblem(config);
  const { result, isRunning } = await checkServer(config, { instance, portProblem });
  report.add(result);
  report.add(checkProxy(config));
  report.add(await checkSiteUrl(config, { instance, isRunning }));
  report.add(await checkCertificate(config, systemClock()));
  if (isUsable) await checkData(config, report, isRunning);
}

async function checkData(config: Config, report: Report, isRunning: boolean): Promise<void> {
  const { result, database } = checkDatabaseFile(config.dataFolder);
  report.add(result);
  if (database !== null) {
    const context = { config, database, clock: systemClock };
    if (isRunning) report.add(...checkWork(context));
    report.add(await attemptCheck('backup', () => checkBackupFiles(context)));
    database.close();
  }
  const pid = readPid(config.dataFolder);
  report.add(await attemptCheck('litestream', () => checkReplication(config, { isRunning, pid })));
}

function readPid(dataFolder: string): number | null {
  const file = replicationPidFile(dataFolder);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
}

process.exitCode = await run();
