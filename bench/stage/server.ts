import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment, project } from './build.ts';
import { spawnTied } from './scratch.ts';

/** The account that benches and attacks sign in with. */
export const owner = { email: 'owner@example.org', password: 'seven quiet lanterns' } as const;

/** Milliseconds after which a server that does not get well counts as broken. */
const HEALTH_LIMIT_MS = 120_000;
const FAREWELL_MS = 15_000;
const LOG_KEPT = 20_000;

export interface ServerSettings {
  dataFolder: string;
  buildFolder: string;
  port: number;
  seed?: 'demo' | 'none';
  environment?: Record<string, string>;
  /** Program and its arguments; by default the server of this project. */
  command?: [program: string, ...args: string[]];
}

export interface RunningServer {
  pid: number;
  /** Where to send requests. */
  address: string;
  /** What stands in its pages as their origin. */
  siteUrl: string;
  /** Resolves when the process is gone. */
  ended: Promise<void>;
  hasEnded(): boolean;
  /** The last it said. */
  output(): string;
  /** kill -9. */
  kill(): Promise<void>;
  /** An orderly end, by SIGTERM. */
  stop(): Promise<void>;
}

/** Starts the real server process and returns at once. */
export function spawnServer(settings: ServerSettings): RunningServer {
  const siteUrl = `http://localhost:${settings.port}`;
  const [program, ...args] = settings.command ?? [process.execPath, 'api/server.ts'];
  const child = spawnTied(program, args, {
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
      // Benches speak for many readers: the limits stay on and count the forwarded addresses.
      TRUSTED_PROXIES: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      // Figures and findings are about publishing; pictures would be made in between.
      MAKE_PICTURES: 'false',
      ...settings.environment,
    }),
  });
  let output = '';
  let gone = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-LOG_KEPT);
    });
  }
  const ended = once(child, 'exit').then(() => {
    gone = true;
  });
  const signal = async (name: 'SIGKILL' | 'SIGTERM') => {
    if (!gone) child.kill(name);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${settings.port}`,
    siteUrl,
    ended,
    hasEnded: () => gone,
    output: () => output,
    kill: () => signal('SIGKILL'),
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), FAREWELL_MS);
      await signal('SIGTERM');
      clearTimeout(timer);
    },
  };
}

/**
 * Waits until the server serves.
 * @returns milliseconds it took
 * @throws Error with its output when it ends or stays unwell
 */
export async function waitForHealth(server: RunningServer): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < HEALTH_LIMIT_MS) {
    if (server.hasEnded()) throw new Error(`the server ended:\n${server.output()}`);
    if (await isWell(server)) return performance.now() - started;
    await pause(10);
  }
  throw new Error(`the server does not get well:\n${server.output()}`);
}

async function isWell(server: RunningServer): Promise<boolean> {
  try {
    const answer = await fetch(`${server.address}/api/health`, {
      headers: { 'x-forwarded-for': anyAddress() },
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    // Not listening yet, or not any more: the caller asks again or looks at the process.
    return false;
  }
}

/** Starts the real server and waits until it serves. */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const server = spawnServer(settings);
  await waitForHealth(server);
  return server;
}

/** Port of bench sites: those that are kept between runs hold it in their addresses. */
const USUAL_PORT = 43_117;

/** Returns the usual port, or any free one while the usual one is taken. */
export async function usualPort(): Promise<number> {
  try {
    return await freePort(USUAL_PORT);
  } catch {
    // Another bench runs.
    return freePort();
  }
}

/** A port that nobody listens on now: any one, or the one given. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port to be had');
  return address.port;
}

/** An address of a reader behind the trusted proxy. */
export function anyAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return `10.${part()}.${part()}.${part()}`;
}
