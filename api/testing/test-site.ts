import { existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { JobProgress } from '#contracts/job.ts';
import { buildApp } from '../app.ts';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import { countJobs } from '../db/repositories/jobs.ts';
import type { MarkdownService } from '../markdown/markdown-service.ts';
import { hasCode } from '../publisher/page-files.ts';
import { requestRelease, startPublisher } from '../workers/start-publisher.ts';
import { builtSite, linkBuiltSite } from './built-site.ts';
import { copyFolder } from './copy-folder.ts';
import { openMigrated } from './migrated-database.ts';
import { nowhere } from './nowhere.ts';
import { createPlainMarkdown, sharedMarkdown } from './stand-ins.ts';
import { until } from './until.ts';

export interface TestSiteOptions {
  /** An existing data folder to start on; by default a fresh one that `close` removes. */
  dataFolder?: string;
  /** Data folder of a stopped site whose copy the fresh one is. */
  copyOf?: string;
  config?: Partial<Config>;
  markdown?: MarkdownService;
  /** Stores what has to be there before the first release is made. */
  prepare?: (context: Omit<AppContext, 'publisher'>) => unknown;
}

/** The whole product but its command line: database, API, and the publisher in its worker. */
export interface TestSite {
  app: FastifyInstance;
  context: AppContext;
  dataFolder: string;
  /** What the publisher has told so far. */
  heard: JobProgress[];
  /** What the publisher and the release request have logged. */
  logged: string[];
  /** Folder of the files readers get now. */
  siteFolder(): string;
  /** Listens on a free port. @returns the origin */
  listen(): Promise<string>;
  /** Resolves when the outbox is empty: published, followed up, compressed. */
  settled(): Promise<void>;
  /** Ends in order and keeps the data folder. */
  stop(): Promise<void>;
  /** Ends, and removes the data folder when it was made here. */
  close(): Promise<void>;
}

/**
 * Returns the data folder of a stopped site without content, made once for all tests of a run: a
 * copy of it starts in a fifth of the time that a first release takes.
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
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  return folder;
}

/** True if a first release would be that of the empty site. */
const startsEmpty = ({ dataFolder, prepare, config = {} }: TestSiteOptions) =>
  dataFolder === undefined &&
  prepare === undefined &&
  Object.keys(config).every((name) => name === 'makePictures');

/** Starts the product on a data folder and waits until it has a live release. */
export async function startTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const dataFolder = options.dataFolder ?? mkdtempSync(path.join(os.tmpdir(), 'test-site-'));
  const source = options.copyOf ?? (startsEmpty(options) ? await emptySite() : null);
  if (source !== null) copyFolder(source, dataFolder);
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataFolder,
    SEED: 'none',
    RATE_LIMITS: 'false',
    MAKE_PICTURES: 'false',
    ...nowhere,
  };
  const fromBuild = options.config?.buildFolder === undefined && { buildFolder: builtSite() };
  const config: Config = {
    ...readConfig(environment),
    ...fromBuild,
    ...options.config,
  };
  const databaseFile = path.join(dataFolder, 'site.db');
  const database = openMigrated(databaseFile);
  const markdown = options.markdown ?? sharedMarkdown(config.siteUrl);
  const early = { config, database, clock: systemClock, markdown };
  await options.prepare?.(early);
  const logged: string[] = [];
  const note = (...parts: unknown[]) => void logged.push(parts.map(tell).join(' '));
  const log = { info: note, warn: note, error: note };
  const firstJob = await requestRelease(config, database, log);
  const publisher = await startPublisher(config, database, databaseFile, log, firstJob);
  const heard: JobProgress[] = [];
  publisher.subscribe((progress) => heard.push(progress));
  const context: AppContext = { ...early, publisher };
  const app = await buildApp(context);
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await app.close();
    await publisher.close();
    database.close();
  };
  const site: TestSite = {
    app,
    context,
    dataFolder,
    heard,
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
    async close() {
      await stop();
      if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
    },
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

function tell(part: unknown): string {
  return typeof part === 'string' ? part : JSON.stringify(part);
}
