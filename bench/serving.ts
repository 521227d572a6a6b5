import { statSync } from 'node:fs';
import path from 'node:path';
import { startBareServer } from './stage/bare.ts';
import { type LoadResult, type LoadTarget, loadSettings, measureInTurns } from './stage/load.ts';
import { findNginx, startNginx } from './stage/nginx.ts';
import { logProgress, type Measure } from './stage/report.ts';
import { freePort } from './stage/server.ts';
import type { Bench } from './stage/stage.ts';

const SHARE_BAR = 0.5;
const ARTICLES = 100;
const page = '/blog/sample-article-50';

/** Compares serving an article page with a bare Fastify route and with nginx. */
export const serving: Bench = {
  title: 'Serving an article page',
  async measure(stage) {
    const dataFolder = await stage.site(ARTICLES);
    const live = path.join(dataFolder, 'live');
    const file = path.join(live, page, 'index.html');
    const server = await stage.start(dataFolder);
    const bare = await startBareServer('serving-bare.ts', { PAGE: file });
    const binary = findNginx();
    const nginx = binary
      ? await startNginx(binary, {
          root: live,
          port: await freePort(),
          scratch: stage.folder('nginx'),
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
    const scores = await measureInTurns(targets, loadSettings(stage.short));
    await Promise.all([server.stop(), bare.stop(), nginx?.stop()]);
    if (!nginx) logProgress('nginx not found, skipped');
    return [
      { name: 'bytes of the page', value: statSync(file).size, unit: 'B' },
      { name: 'bytes of its brotli twin', value: statSync(`${file}.br`).size, unit: 'B' },
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
