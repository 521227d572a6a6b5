/**
 * `make budget` measures the size of reader pages, their paint times on slow phones, and their Lighthouse
 * scores. `node bench/budget.ts /shop /gamecorner` measures only these pages.
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
import { type Chapter, logProgress, writeReport } from './stage/report.ts';
import { median } from './stage/statistics.ts';
import { openDemoSite } from './weighing/demo-site.ts';
import { FIRST_FLIGHT_BYTES, measureFirstScreen } from './weighing/first-screen.ts';
import { categories, type LighthouseResult, runLighthouse } from './weighing/lighthouse.ts';
import { measureVitals, networks } from './weighing/vitals.ts';

const KILOBYTE = 1024;
const SCRIPTS_AFTER_BAR_KB = 100;
const PAINT_BAR_S = 1.2;
const SCORE_BAR = 100;
/** Number of visits of each page for paint times and by Lighthouse; the median counts. */
const PAINT_RUNS = 5;
const LIGHTHOUSE_RUNS = 3;

const selectedPaths = process.argv.slice(2);
const site = await openDemoSite();
const chapters: Chapter[] = [];
const weights: PageWeight[] = [];
// The pages that design.md names.
for (const address of ['/', '/blog', site.articlePath, '/project/1', '/shop', '/gamecorner']) {
  if (selectedPaths.length > 0 && !selectedPaths.includes(address)) continue;
  logProgress(`weighing ${address}`);
  const weight = await weighPage(site.browser, site.server.address, address, {
    use: 'everything',
  });
  weights.push(weight);
  chapters.push({
    title: address,
    measures: [
      ...describe(weight),
      ...(await describeButtons(address)),
      ...(await measurePaint(address)),
      ...(await audit(address)),
    ],
  });
}
if (selectedPaths.length === 0) chapters.push(await describeFirstScreen());
await site.close();

const file = path.join(import.meta.dirname, 'results', 'budget.json');
process.exit(writeReport(file, chapters, { weights }) ? 0 : 1);

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

/** Measures an article after only like, listen and comments were used. */
async function describeButtons(address: string): Promise<Chapter['measures']> {
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
  const results: LighthouseResult[] = [];
  for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
    results.push(await runLighthouse(site.server.siteUrl + address, site.debuggingPort));
  }
  const note = [...new Set(results.flatMap((run) => run.failedAudits))].join('; ');
  return [
    ...categories.map((name) => ({
      name: `Lighthouse: ${name}`,
      value: median(results.map((run) => run.scores[name] ?? Number.NaN)),
      unit: '',
      bar: { atLeast: SCORE_BAR },
    })),
    {
      name: 'Lighthouse: largest paint, simulated',
      value: median(results.map((run) => run.paint)) / 1000,
      unit: 's',
      bar: { atMost: PAINT_BAR_S },
      note,
    },
    {
      name: 'Lighthouse: layout shift',
      value: Math.max(...results.map((run) => run.shift)),
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}

async function measurePaint(address: string): Promise<Chapter['measures']> {
  const measures: Chapter['measures'] = [];
  let shift = 0;
  for (const [name, network] of Object.entries(networks)) {
    const results = [];
    for (let run = 0; run < PAINT_RUNS; run += 1) {
      results.push(await measureVitals(site.browser, site.server.address + address, network));
    }
    shift = Math.max(shift, ...results.map((run) => run.shift));
    measures.push({
      name: `largest paint, ${name}`,
      value: median(results.map((run) => run.paint)) / 1000,
      unit: 's',
      ...(network.connecting > 0 && { bar: { atMost: PAINT_BAR_S } }),
      note: `${results.at(-1)?.element.trim()}; load ${os.loadavg()[0]?.toFixed(1)}`,
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
