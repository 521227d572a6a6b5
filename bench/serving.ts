import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isInstalled, startProgram } from '../api/testing/file-hosts.ts';
import { startBareServer } from './harness/bare.ts';
import type { Bench } from './harness/bench-context.ts';
import { type LoadResult, type LoadTarget, loadSettings, measureInTurns } from './harness/load.ts';
import { logProgress, type Measure } from './harness/report.ts';

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
    const nginx = isInstalled('nginx') ? await startNginx(live) : null;
    const br = { 'accept-encoding': 'br' };
    const targets: LoadTarget[] = [
      { name: 'bare', pid: bare.pid, url: `${bare.origin}/plain` },
      { name: 'ours', pid: server.pid, url: server.origin + page },
      { name: 'bare br', pid: bare.pid, url: `${bare.origin}/br`, headers: br },
      { name: 'ours br', pid: server.pid, url: server.origin + page, headers: br },
      ...(nginx ? [{ name: 'nginx', pid: nginx.pid, url: nginx.url + page }] : []),
    ];
    logProgress('serving a page');
    const scores = await measureInTurns(targets, loadSettings(context.short)).finally(() =>
      Promise.all([server.stop(), bare.stop(), nginx?.close()]),
    );
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

/** Serves a folder with nginx. */
const startNginx = (root: string) =>
  startProgram((scratch, port) => {
    const file = path.join(scratch, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${scratch}/${name};`,
    );
    writeFileSync(
      file,
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
    return ['nginx', '-c', file, '-p', scratch, '-e', `${scratch}/error.log`];
  });
