/**
 * `make budget`: weighs what readers' pages load, and looks at them as slow phones and Lighthouse do.
 * `node bench/budget.ts /shop /gamecorner` looks at some.
 */
import os from 'node:os';
import path from 'node:path';
import { budgetOf } from '../api/testing/page-budgets.ts';
import {
  articleButtons,
  type PageWeight,
  scriptWeight,
  weighPage,
  weightsOf,
} from '../api/testing/weigh-page.ts';
import { type Chapter, publishReport, say } from './stage/report.ts';
import { median } from './stage/statistics.ts';
import { openDemoSite } from './weighing/demo-site.ts';
import { FIRST_FLIGHT_BYTES, measureFirstScreen } from './weighing/first-screen.ts';
import { categories, type LighthouseLook, lookByLighthouse } from './weighing/lighthouse.ts';
import { measureVitals, networks } from './weighing/vitals.ts';

const KILOBYTE = 1024;
const SCRIPTS_AFTER_BAR_KB = 100;
const PAINT_BAR_S = 1.2;
const SCORE_BAR = 100;
/** Times each page is opened for its first paint, and by Lighthouse; the median counts. */
const LOOKS = 5;
const LIGHTHOUSE_LOOKS = 3;

const wished = process.argv.slice(2);
const site = await openDemoSite();
const chapters: Chapter[] = [];
const weights: PageWeight[] = [];
// The pages that design.md names.
for (const address of ['/', '/blog', site.articlePath, '/project/1', '/shop', '/gamecorner']) {
  if (wished.length > 0 && !wished.includes(address)) continue;
  say(`weighing ${address}`);
  const weight = await weighPage(site.browser, site.server.address, address, {
    use: 'everything',
  });
  weights.push(weight);
  chapters.push({
    title: address,
    measures: [
      ...describe(weight),
      ...(await describeActs(address)),
      ...(await time(address)),
      ...(await audit(address)),
    ],
  });
}
if (wished.length === 0) chapters.push(await describeFirstScreen());
await site.close();

const file = path.join(import.meta.dirname, 'results', 'budget.json');
process.exit(publishReport(file, chapters, { weights }) ? 0 : 1);

function describe(weight: PageWeight): Chapter['measures'] {
  const budget = budgetOf(weight.path);
  const kilobytes = (bytes: number) => ({ value: bytes / KILOBYTE, unit: 'KB' });
  const scripts = weight.assets.filter((asset) => asset.kind === 'script');
  return [
    ...Object.entries(weightsOf(weight)).map(([kind, bytes]) => ({
      name: `${kind} before any use, compressed`,
      ...kilobytes(bytes),
      bar: { atMost: budget[kind as keyof typeof budget] / KILOBYTE },
    })),
    {
      name: 'scripts after use, compressed',
      ...kilobytes(scriptWeight(weight).afterUse),
      bar: { atMost: SCRIPTS_AFTER_BAR_KB },
      note: `${scripts.length} files and what stands in the page`,
    },
  ];
}

/** An article after it was liked, listened to and commented on, and nothing else was done. */
async function describeActs(address: string): Promise<Chapter['measures']> {
  if (address !== site.articlePath) return [];
  const weight = await weighPage(site.browser, site.server.address, address, {
    use: articleButtons,
  });
  return [
    {
      name: 'scripts after like, listen and responses, compressed',
      value: scriptWeight(weight).afterUse / KILOBYTE,
      unit: 'KB',
      bar: { atMost: SCRIPTS_AFTER_BAR_KB },
    },
  ];
}

async function audit(address: string): Promise<Chapter['measures']> {
  const looks: LighthouseLook[] = [];
  for (let look = 0; look < LIGHTHOUSE_LOOKS; look += 1) {
    looks.push(await lookByLighthouse(site.server.siteUrl + address, site.debuggingPort));
  }
  const note = [...new Set(looks.flatMap((look) => look.complaints))].join('; ');
  return [
    ...categories.map((name) => ({
      name: `Lighthouse: ${name}`,
      value: median(looks.map((look) => look.scores[name] ?? Number.NaN)),
      unit: '',
      bar: { atLeast: SCORE_BAR },
    })),
    {
      name: 'Lighthouse: largest paint, simulated',
      value: median(looks.map((look) => look.paint)) / 1000,
      unit: 's',
      bar: { atMost: PAINT_BAR_S },
      note,
    },
    {
      name: 'Lighthouse: layout shift',
      value: Math.max(...looks.map((look) => look.shift)),
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}

async function time(address: string): Promise<Chapter['measures']> {
  const measures: Chapter['measures'] = [];
  let shift = 0;
  for (const [name, network] of Object.entries(networks)) {
    const looks = [];
    for (let look = 0; look < LOOKS; look += 1) {
      looks.push(await measureVitals(site.browser, site.server.address + address, network));
    }
    shift = Math.max(shift, ...looks.map((look) => look.shift));
    measures.push({
      name: `largest paint, ${name}`,
      value: median(looks.map((look) => look.paint)) / 1000,
      unit: 's',
      ...(network.connecting > 0 && { bar: { atMost: PAINT_BAR_S } }),
      note: `${looks.at(-1)?.element.trim()}; load ${os.loadavg()[0]?.toFixed(1)}`,
    });
  }
  return [...measures, { name: 'layout shift', value: shift, unit: '', bar: { atMost: 0 } }];
}

async function describeFirstScreen(): Promise<Chapter> {
  const html = await (await fetch(site.server.address + site.longArticlePath)).text();
  const { brotli, gzip } = measureFirstScreen(html);
  const atMost = FIRST_FLIGHT_BYTES;
  return {
    title: 'First screen of an article of 1,500 words',
    measures: [
      { name: 'bytes until its text is there, brotli', value: brotli, unit: 'B', bar: { atMost } },
      { name: 'bytes until its text is there, gzip', value: gzip, unit: 'B', bar: { atMost } },
    ],
  };
}
