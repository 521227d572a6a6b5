import diagnostics from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import {
  createIdlePublisher,
  createTestClock,
  offlineConfig,
  sharedMarkdown,
  type TestClock,
} from './fakes.ts';
import { openMigrated } from './test-database.ts';

export interface TestOverrides {
  config?: Partial<Config>;
  markdown?: AppContext['markdown'];
  publisher?: AppContext['publisher'];
  clock?: TestClock;
  /** Called before plugins are registered; can add hooks and routes. */
  extend?: (app: FastifyInstance) => void;
}

export interface TestApp extends AsyncDisposable {
  app: FastifyInstance;
  context: AppContext;
  clock: TestClock;
  /** All registered routes, with their policy in `config`. */
  routes: RouteOptions[];
  close(): Promise<void>;
}

/** Builds the real app with a new SQLite file in its own folder, without rate limits and log. */
export async function buildTestApp(overrides: TestOverrides = {}): Promise<TestApp> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'test-app-'));
  const clock = overrides.clock ?? createTestClock();
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    SEED: 'none',
    RATE_LIMITS: 'false',
    MAKE_PICTURES: 'false',
    CHECK_LINKS: 'false',
    ...offlineConfig,
  };
  const database = openMigrated(path.join(folder, 'test.db'));
  const config = { ...readConfig(environment), ...overrides.config };
  const context: AppContext = {
    config,
    database,
    clock: clock.now,
    markdown: overrides.markdown ?? sharedMarkdown(config.siteUrl),
    publisher: overrides.publisher ?? createIdlePublisher(),
  };
  const routes: RouteOptions[] = [];
  const extend = (app: FastifyInstance) => {
    app.addHook('onRoute', (route) => void routes.push(route));
    overrides.extend?.(app);
  };
  const app = await withAppListener(extend, () => buildApp(context));
  const close = async () => {
    await app.close();
    database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await app.ready();
  } catch (error) {
    await close();
    throw error;
  }
  return { app, context, clock, routes, close, [Symbol.asyncDispose]: close };
}

/**
 * Calls `onApp` with each Fastify instance that `build` creates, before plugins are registered. Uses
 * Fastify's diagnostics channel, so that app.ts has no code for tests.
 */
async function withAppListener<Result>(
  onApp: (app: FastifyInstance) => void,
  build: () => Promise<Result>,
): Promise<Result> {
  const listener = (message: unknown) => onApp((message as { fastify: FastifyInstance }).fastify);
  diagnostics.subscribe('fastify.initialization', listener);
  try {
    return await build();
  } finally {
    diagnostics.unsubscribe('fastify.initialization', listener);
  }
}
