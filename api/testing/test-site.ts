import { existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { JobProgress } from '#contracts/job.ts';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { type AppContext, systemClock } from '../context.ts';
import { countJobs } from '../db/repositories/jobs.ts';
import { hasErrorCode } from '../errors.ts';
import type { MarkdownService } from '../markdown/markdown-service.ts';
import { requestRelease, startPublisher } from '../workers/start-publisher.ts';
import { builtSite, linkBuiltSite } from './built-site.ts';
import { copyFolder } from './copy-folder.ts';
import { createPlainMarkdown, offlineConfig, sharedMarkdown } from './fakes.ts';
import { openMigrated } from './test-database.ts';
import { until } from './until.ts';

export interface TestSiteOptions {
  /** An existing data folder to start on; by default a fresh one that `close` removes. */
  dataFolder?: string;
  /** Data folder of a stopped site; the new site starts with a copy. */
  copyOf?: string;
  config?: Partial<Config>;
  markdown?: MarkdownService;
  /** Stores data before the first release is made. */
  prepare?: (context: Omit<AppContext, 'publisher'>) => unknown;
}

/** The whole product without its command line: database, API, and the publisher in its worker. */
export interface TestSite extends AsyncDisposable {
  app: FastifyInstance;
  context: AppContext;
  dataFolder: string;
  /** Progress that the publisher has reported. */
  progressEvents: JobProgress[];
  /** Log messages of the publisher and of the release request. */
  logged: string[];
  /** Returns the folder of the live release. */
  siteFolder(): string;
  /** Listens on a free port. @returns the origin */
  listen(): Promise<string>;
  /** Resolves when no jobs are pending, including follow-up jobs and compression. */
  settled(): Promise<void>;
  /** Closes app, publisher and database, and keeps the data folder. */
  stop(): Promise<void>;
  /** Stops the site, and removes the data folder unless the test has passed it. */
  close(): Promise<void>;
}

/**
 * Returns the data folder of a stopped site without content, created once for all tests of a run. A copy
 * of it starts in a fifth of the time of a first release.
 */
export async function emptySite(): Promise<string> {
  const scratch = inject('scratchFolder');
  const folder = path.join(scratch, 'empty-site');
  if (existsSync(folder)) return folder;
  const dataFolder = mkdtempSync(path.join(scratch, 'site-'));
  const site = await startTestSite({ dataFolder, markdown: createPlainMarkdown() });
  await site.settled();
  await site.stop();
  linkBuiltSite(path.join(site.siteFolder(), '..', 'build'));
  try {
    renameSync(dataFolder, folder);
  } catch (error) {
    // Another worker was faster.
    if (!hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  return folder;
}

/** Returns true if the first release would be the same as that of the empty site. */
const canCopyEmptySite = ({ dataFolder, prepare, config = {} }: TestSiteOptions) =>
  dataFolder === undefined &&
  prepare === undefined &&
  Object.keys(config).every((name) => name === 'makeImages');

/** Starts the product on a data folder and waits until it has a live release. */
export async function startTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const dataFolder = options.dataFolder ?? mkdtempSync(path.join(os.tmpdir(), 'test-site-'));
  const source = options.copyOf ?? (canCopyEmptySite(options) ? await emptySite() : null);
  if (source !== null) copyFolder(source, dataFolder);
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataFolder,
    SEED: 'none',
    RATE_LIMITS: 'false',
    MAKE_PICTURES: 'false',
    ...offlineConfig,
  };
  const fromBuild = options.config?.buildFolder === undefined && { buildFolder: builtSite() };
  const config: Config = { ...readConfig(environment), ...fromBuild, ...options.config };
  const databaseFile = path.join(dataFolder, 'site.db');
  const database = openMigrated(databaseFile);
  const markdown = options.markdown ?? sharedMarkdown(config.siteUrl);
  const baseContext = { config, database, clock: systemClock, markdown };
  await options.prepare?.(baseContext);
  const logged: string[] = [];
  const append = (...parts: unknown[]) => void logged.push(parts.map(formatLogPart).join(' '));
  const log = { info: append, warn: append, error: append };
  const firstJob = await requestRelease(config, database, log);
  const publisher = await startPublisher(config, database, databaseFile, log, { firstJob });
  const progressEvents: JobProgress[] = [];
  publisher.subscribe((progress) => progressEvents.push(progress));
  const context: AppContext = { ...baseContext, publisher };
  const app = await buildApp(context);
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await app.close();
    await publisher.close();
    database.close();
  };
  const close = async () => {
    await stop();
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  };
  const site: TestSite = {
    app,
    context,
    dataFolder,
    progressEvents,
    logged,
    siteFolder: () => realpathSync(path.join(dataFolder, 'live')),
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    async settled() {
      await until('the outbox is empty', () => countJobs(database, 'waiting') === 0);
    },
    stop,
    close,
    [Symbol.asyncDispose]: close,
  };
  try {
    await publisher.ready;
    await app.ready();
  } catch (error) {
    await site.close();
    throw error;
  }
  return site;
}

function formatLogPart(part: unknown): string {
  return typeof part === 'string' ? part : JSON.stringify(part);
}
