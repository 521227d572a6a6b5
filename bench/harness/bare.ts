import { once } from 'node:events';
import { freePort } from '../../api/testing/local-server.ts';
import type { BareServerName } from '../bare-servers.ts';
import type { BenchContext } from './bench-context.ts';
import { childEnvironment, project } from './build.ts';
import { type LoadResult, loadSettings, measureInTurns } from './load.ts';
import { logProgress, type Measure } from './report.ts';
import { spawnChild } from './scratch.ts';

const SHARE_BAR = 0.5;

const P99_BAR_MS = 20;

const costOf = ({ cost }: LoadResult) => `${Math.round(cost)} µs of processor time each`;

export interface BareServer extends AsyncDisposable {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts one of the bare Fastify servers of bench/bare-servers.ts in its own process. */
export async function startBareServer(
  name: BareServerName,
  environment: Record<string, string>,
): Promise<BareServer> {
  const port = await freePort();
  const child = spawnChild(process.execPath, ['bench/bare-servers.ts', name], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment({ NODE_ENV: 'production', PORT: String(port), ...environment }),
  });
  const exited = once(child, 'exit');
  await Promise.race([
    once(child.stdout ?? child, 'data'),
    exited.then(() => Promise.reject(new Error(`the bare server ${name} exited`))),
  ]);
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${port}`,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface Case {
  name: string;
  /** Path of the call, and of the bare route with the same SQL. */
  path: string;
  bare: string;
}

/** Compares calls with bare routes that run the same SQL. */
export async function compareWithBare(
  context: BenchContext,
  dataFolder: string,
  server: BareServerName,
  cases: readonly Case[],
): Promise<Measure[]> {
  await using ours = await context.start(dataFolder);
  await using bare = await startBareServer(server, { DATA_DIR: dataFolder });
  logProgress('requesting lists');
  const scores = await measureInTurns(
    cases.flatMap(({ name, path, bare: bareRoute }) => [
      { name: `bare ${name}`, pid: bare.pid, url: bare.origin + bareRoute },
      { name: `ours ${name}`, pid: ours.pid, url: ours.origin + path },
    ]),
    loadSettings(context.short),
  );
  return cases.flatMap(({ name }) => describeComparison(name, scores));
}

function describeComparison(name: string, scores: ReadonlyMap<string, LoadResult>): Measure[] {
  const ours = scores.get(`ours ${name}`);
  const bare = scores.get(`bare ${name}`);
  if (!ours || !bare) throw new Error(`no result for ${name}`);
  return [
    { name: `${name}: bare Fastify`, value: bare.rate, unit: '/s', note: costOf(bare) },
    { name: `${name}: ours`, value: ours.rate, unit: '/s', note: costOf(ours) },
    {
      name: `${name}: ours against bare`,
      value: ours.rate / bare.rate,
      unit: '×',
      bar: { atLeast: SHARE_BAR },
    },
    { name: `${name}: bare p99`, value: bare.p99, unit: 'ms' },
    { name: `${name}: ours p99`, value: ours.p99, unit: 'ms', bar: { atMost: P99_BAR_MS } },
  ];
}
