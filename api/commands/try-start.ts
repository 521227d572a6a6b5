import { syncToDisk } from '../files.ts';
import '../start/private-files.mjs';
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { adoptDatabase, copyDatabaseInto } from '../db/snapshot.ts';
import { createReporting } from '../log.ts';
import { createMarkdownService } from '../markdown/markdown-service.ts';
import { acceptContent } from '../services/content/accept-content.ts';
import { fillContentFolder } from '../services/content/content-folder.ts';
import { loadEnvironment } from '../start/environment.mjs';
import { ReleaseFailedError, requestRelease, startPublisher } from '../workers/start-publisher.ts';
import { removeTrials, TRIAL_PREFIX, type TrialResult } from './install-version.ts';
import { CommandError, runCommand } from './run-command.ts';

/** Pages and routes that must respond. */
const TARGETS = ['/api/health', '/', '/blog', '/shop', '/api/articles'];

/**
 * `node api/commands/try-start.ts`: starts this version on a copy of the site in DATA_DIR, as far as that has no effects
 * elsewhere: it migrates the copy, renders all pages and requests some. No worker but the publisher runs, so no email is
 * sent and no payment polled, and the publisher has no buckets. The copy is removed. The last line of the output is a `TrialResult` as JSON.
 */
await runCommand(async () => {
  const environment = loadEnvironment();
  const { dataFolder, contentFolder } = readConfig(environment);
  removeTrials(dataFolder);
  const trial = mkdtempSync(path.join(dataFolder, TRIAL_PREFIX));
  try {
    const copyMs = await measureCopy(dataFolder, trial);
    copySite(dataFolder, trial);
    const trialContent = path.join(trial, 'content');
    if (existsSync(contentFolder)) copyContent(contentFolder, trialContent);
    const result = await tryStart({ ...environment, DATA_DIR: trial, CONTENT_DIR: trialContent });
    process.stdout.write(`${JSON.stringify({ ...result, copyMs })}\n`);
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}, ReleaseFailedError);

/**
 * Copies the database file as a switch does, which lets requests wait meanwhile, and removes the copy.
 * @returns the duration in milliseconds
 */
async function measureCopy(dataFolder: string, trial: string): Promise<number> {
  const copy = path.join(trial, 'measured.db');
  const started = performance.now();
  copyFileSync(path.join(dataFolder, 'site.db'), copy, constants.COPYFILE_FICLONE);
  await syncToDisk(copy);
  const duration = Math.round(performance.now() - started);
  rmSync(copy);
  return duration;
}

/** Copies the database in its present state, with its secrets and uploads. */
function copySite(dataFolder: string, trial: string): void {
  copyDatabaseInto(path.join(dataFolder, 'site.db'), path.join(trial, 'site.db'));
  const secrets = path.join(dataFolder, 'secrets');
  if (existsSync(secrets)) cpSync(secrets, path.join(trial, 'secrets'), { recursive: true });
  const uploads = path.join(dataFolder, 'uploads');
  if (existsSync(uploads)) linkFiles(uploads, path.join(trial, 'uploads'));
}

/** Links each file of a folder, so that the trial cannot add a file to it or remove one. */
function linkFiles(folder: string, trialFolder: string): void {
  mkdirSync(trialFolder);
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const link = path.join(trialFolder, name);
    // The site may remove a file meanwhile.
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) linkFiles(file, link);
    else symlinkSync(file, link);
  }
}

/** Copies the owner's files, because missing ones are filled in. Images and videos are only read, and linked. */
function copyContent(contentFolder: string, trialContent: string): void {
  const media = path.join(contentFolder, 'media');
  cpSync(contentFolder, trialContent, { recursive: true, filter: (source) => source !== media });
  if (existsSync(media)) symlinkSync(media, path.join(trialContent, 'media'));
}

async function tryStart(environment: NodeJS.ProcessEnv): Promise<Omit<TrialResult, 'copyMs'>> {
  // Without each setting that would let it write or send anything elsewhere.
  const config = {
    ...readConfig(environment),
    makeImages: false,
    checkLinks: false,
    smtpUrl: null,
    analyticsUrl: null,
    errorReports: null,
    subscribeFormUrl: null,
    storage: null,
    publishTo: null,
    cdnPurge: null,
    litestream: null,
  };
  const reporting = createReporting(config);
  const file = path.join(config.dataFolder, 'site.db');
  const started = performance.now();
  const copy = openDatabase(file);
  const migrations = migrate(copy).length;
  copy.close();
  const migrationMs = Math.round(performance.now() - started);
  adoptDatabase(file, 'replica');
  using database = openDatabase(file);
  await using markdown = createMarkdownService({ siteOrigin: config.siteUrl });
  const context = { config, database, clock: systemClock, markdown };
  fillContentFolder(context);
  const contentProblems = await acceptContent({
    ...context,
    publisher: { wake: () => undefined },
  });
  const firstJob = await requestRelease(config, database, reporting.log);
  await using publisher = await startPublisher(config, database, file, reporting.log, { firstJob });
  await using app = await buildApp({ ...context, publisher }, reporting);
  await publisher.ready;
  for (const url of TARGETS) {
    const headers = { host: new URL(config.siteUrl).host };
    const { statusCode } = await app.inject({ url, headers });
    if (statusCode !== 200) throw new CommandError(`${url} answers ${statusCode}.`);
  }
  return { migrations, migrationMs, contentProblems };
}
