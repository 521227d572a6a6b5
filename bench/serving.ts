import { once } from 'node:events';
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBareServer } from './harness/bare.ts';
import type { Bench } from './harness/bench-context.ts';
import { type LoadResult, type LoadTarget, loadSettings, measureInTurns } from './harness/load.ts';
import { logProgress, type Measure } from './harness/report.ts';
import { spawnChild } from './harness/scratch.ts';
import { freePort } from './harness/server.ts';

interface RunningNginx {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

const SHARE_BAR = 0.5;
const ARTICLES = 100;
const page = '/blog/sample-article-50';

/** Compares serving an article page with a bare Fastify route and with nginx. */
export const serving: Bench = {
  title: 'Serving an article page',
  async measure(context) {
    const dataFolder = await context.site(ARTICLES);
    const live = path.join(dataFolder, 'live');
    const file = path.join(live, page, 'index.html');
    const server = await context.start(dataFolder);
    const bare = await startBareServer('page', { PAGE: file });
    const binary = findNginx();
    const nginx = binary
      ? await startNginx(binary, {
          root: live,
          port: await freePort(),
          scratch: context.folder('nginx'),
        })
      : null;
    const br = { 'accept-encoding': 'br' };
    const targets: LoadTarget[] = [
      { name: 'bare', pid: bare.pid, url: `${bare.address}/plain` },
      { name: 'ours', pid: server.pid, url: server.address + page },
      { name: 'bare br', pid: bare.pid, url: `${bare.address}/br`, headers: br },
      { name: 'ours br', pid: server.pid, url: server.address + page, headers: br },
      ...(nginx ? [{ name: 'nginx', pid: nginx.pid, url: nginx.address + page }] : []),
    ];
    logProgress('serving a page');
    const scores = await measureInTurns(targets, loadSettings(context.short));
    await Promise.all([server.stop(), bare.stop(), nginx?.stop()]);
    if (!nginx) logProgress('nginx not found, skipped');
    return [
      { name: 'bytes of the page', value: statSync(file).size, unit: 'B' },
      { name: 'bytes of its Brotli copy', value: statSync(`${file}.br`).size, unit: 'B' },
      ...describe(scores),
    ];
  },
};

function describe(scores: Map<string, LoadResult>): Measure[] {
  const rateOf = (name: string) => scores.get(name)?.rate ?? Number.NaN;
  const rows = [...scores].flatMap(([name, { rate, p99, cost }]): Measure[] => [
    {
      name: `${name}: requests a second`,
      value: rate,
      unit: '/s',
      // The worker of nginx is another process, so its time is unknown.
      ...(name !== 'nginx' && { note: `${Math.round(cost)} µs of processor time each` }),
    },
    { name: `${name}: p99`, value: p99, unit: 'ms' },
  ]);
  const share = (suffix: string): Measure => ({
    name: `ours against bare Fastify${suffix}`,
    value: rateOf(`ours${suffix}`) / rateOf(`bare${suffix}`),
    unit: '×',
    bar: { atLeast: SHARE_BAR },
  });
  return [...rows, share(''), share(' br')];
}

/** Returns the path of the nginx binary, or null if it is not installed. */
function findNginx(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...folders, '/usr/sbin', '/usr/local/sbin'].map((name) =>
    path.join(name, 'nginx'),
  );
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // The file is missing or not executable.
    return false;
  }
}

/** Serves a folder with nginx. All files that nginx writes are in `scratch`. */
async function startNginx(
  binary: string,
  options: { root: string; port: number; scratch: string },
): Promise<RunningNginx> {
  const { root, port, scratch } = options;
  const configuration = path.join(scratch, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${scratch}/${name};`,
  );
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${scratch}/nginx.pid; error_log ${scratch}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  types { text/html html; text/css css; text/javascript js; }
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=1000;
  ${temporary.join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${root}; location / { try_files $uri $uri/index.html =404; } }
}
`,
  );
  const child = spawnChild(
    binary,
    ['-c', configuration, '-p', scratch, '-e', `${scratch}/error.log`],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isListening(address)) break;
    await pause(25);
  }
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function isListening(address: string): Promise<boolean> {
  try {
    await (await fetch(address)).arrayBuffer();
    return true;
  } catch {
    // Not listening yet.
    return false;
  }
}
