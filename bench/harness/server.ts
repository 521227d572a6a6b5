import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { freePort } from '../../api/testing/local-server.ts';
import { childEnvironment, project } from './build.ts';
import { spawnChild } from './scratch.ts';

/** The account that benches and attacks sign in with. */
export const owner = { email: 'owner@example.org', password: 'seven quiet lanterns' } as const;

/** Longest wait for a healthy server, in milliseconds. */
const HEALTH_TIMEOUT_MS = 120_000;
/** Longest wait for the end after SIGTERM, in milliseconds. */
const STOP_TIMEOUT_MS = 15_000;
/** Characters of the output that are kept. */
const OUTPUT_LIMIT = 20_000;

export interface ServerSettings {
  dataFolder: string;
  buildFolder: string;
  port: number;
  seed?: 'demo' | 'none';
  environment?: Record<string, string>;
  /** Program with arguments; the server of this project by default. */
  command?: [program: string, ...args: string[]];
}

export interface RunningServer extends AsyncDisposable {
  pid: number;
  /** Origin for requests. */
  origin: string;
  /** Origin in the URLs of its pages. */
  siteUrl: string;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  hasEnded(): boolean;
  /** Returns the last part of its output. */
  output(): string;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM, which closes all resources. */
  stop(): Promise<void>;
}

/** Starts the real server process and returns at once. */
export function spawnServer(settings: ServerSettings): RunningServer {
  const siteUrl = `http://localhost:${settings.port}`;
  const [program, ...args] = settings.command ?? [process.execPath, 'api/server.ts'];
  const child = spawnChild(program, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment({
      NODE_ENV: 'production',
      PORT: String(settings.port),
      DATA_DIR: settings.dataFolder,
      BUILD_DIR: settings.buildFolder,
      SITE_URL: siteUrl,
      SEED: settings.seed ?? 'none',
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      // Rate limits stay on and use the forwarded IP addresses, because benches simulate many readers.
      TRUSTED_PROXIES: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      // Image variants would disturb measurements of publishing.
      MAKE_PICTURES: 'false',
      ...settings.environment,
    }),
  });
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LIMIT);
    });
  }
  const ended = once(child, 'exit').then(() => {
    hasEnded = true;
  });
  const signal = async (name: 'SIGKILL' | 'SIGTERM') => {
    if (!hasEnded) child.kill(name);
    await ended;
  };
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await signal('SIGTERM');
    clearTimeout(timer);
  };
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${settings.port}`,
    siteUrl,
    ended,
    hasEnded: () => hasEnded,
    output: () => output,
    kill: () => signal('SIGKILL'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Waits until the server is healthy.
 * @returns duration in milliseconds
 * @throws Error with the server's output if it ends or stays unhealthy
 */
export async function waitForHealth(server: RunningServer): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < HEALTH_TIMEOUT_MS) {
    if (server.hasEnded()) throw new Error(`the server ended:\n${server.output()}`);
    if (await isHealthy(server)) return performance.now() - started;
    await pause(10);
  }
  throw new Error(`the server is not healthy:\n${server.output()}`);
}

async function isHealthy(server: RunningServer): Promise<boolean> {
  try {
    const response = await fetch(`${server.origin}/api/health`, {
      headers: { 'x-forwarded-for': randomIpAddress() },
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    // The server does not listen. The caller retries or finds that the process has ended.
    return false;
  }
}

/** Starts the real server and waits until it is healthy. */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const server = spawnServer(settings);
  await waitForHealth(server);
  return server;
}

/** Port of bench sites. It is fixed, because cached sites contain it in their URLs. */
const BENCH_PORT = 43_117;

/** Returns the fixed port, or any free port if it is in use. */
export async function getBenchPort(): Promise<number> {
  try {
    return await freePort(BENCH_PORT);
  } catch {
    // Another bench uses the port.
    return freePort();
  }
}

/** Returns a random IP address of a client behind the trusted proxy. */
export function randomIpAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

/** Opens the database of a running server read-only and without code of the API. */
export function openForReading(dataFolder: string): BetterSqlite3.Database & Disposable {
  const file = path.join(dataFolder, 'site.db');
  const database = new BetterSqlite3(file, { readonly: true, timeout: 5000 });
  return Object.assign(database, { [Symbol.dispose]: () => database.close() });
}

/** Waits until a condition is true. @returns false if the time is over */
export async function waitUntil(
  condition: () => boolean,
  withinMs: number,
  everyMs = 5,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await pause(everyMs);
  }
  return true;
}

/** Returns the number of queued and running jobs of these kinds. */
export function countOpenJobs(database: BetterSqlite3.Database, kinds: string[]): number {
  const placeholders = kinds.map(() => '?').join(', ');
  const sql = `SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND kind IN (${placeholders})`;
  return Number(
    database
      .prepare(sql)
      .pluck()
      .get(...kinds),
  );
}

/** Waits until no jobs of these kinds are queued or running. @returns duration in milliseconds */
export async function waitForJobs(
  dataFolder: string,
  kinds: string[],
  limitMs: number,
): Promise<number> {
  const started = performance.now();
  using database = openForReading(dataFolder);
  while (countOpenJobs(database, kinds) > 0) {
    if (performance.now() - started > limitMs) {
      throw new Error(`after ${limitMs} ms there are still jobs: ${kinds.join(', ')}`);
    }
    await pause(20);
  }
  return performance.now() - started;
}
