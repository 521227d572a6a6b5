/**
 * `make budget` measures the size of reader pages, their paint times on slow phones, and their Lighthouse
 * scores. `node bench/budget.ts /shop /gamecorner` measures only these pages.
 */
import os from 'node:os';
import path from 'node:path';
import lighthouse from 'lighthouse';
import {
  articleButtons,
  budgetOf,
  FIRST_FLIGHT_BYTES,
  measureFirstScreen,
  type PageWeight,
  scriptWeight,
  weighPage,
  weightsOf,
} from '../api/testing/weigh-page.ts';
import { type BenchSection, logProgress, median, writeReport } from './harness/report.ts';
import { openDemoSite } from './weighing/demo-site.ts';
import { measureVitals, networks } from './weighing/vitals.ts';

/** Results of Lighthouse for a page on a phone with a slow network. */
interface LighthouseResult {
  /** Scores by category, 0 to 100. */
  scores: Record<string, number>;
  /** Simulated largest contentful paint, in milliseconds. */
  paint: number;
  /** Cumulative layout shift. */
  shift: number;
  /** Audits that lower a score, with their titles. */
  failedAudits: string[];
}

/** Categories that have a bar. */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const KILOBYTE = 1024;
const SCRIPTS_AFTER_BAR_KB = 100;
const PAINT_BAR_S = 1.2;
const SCORE_BAR = 100;
/** Number of visits of each page for paint times and by Lighthouse; the median counts. */
const PAINT_RUNS = 5;
const LIGHTHOUSE_RUNS = 3;

const selectedPaths = process.argv.slice(2);
const site = await openDemoSite();
const sections: BenchSection[] = [];
const weights: PageWeight[] = [];
// The pages that design.md names.
for (const pagePath of ['/', '/blog', site.articlePath, '/project/1', '/shop', '/gamecorner']) {
  if (selectedPaths.length > 0 && !selectedPaths.includes(pagePath)) continue;
  logProgress(`weighing ${pagePath}`);
  const weight = await weighPage(site.browser, site.server.origin, pagePath, { use: 'everything' });
  weights.push(weight);
  sections.push({
    title: pagePath,
    measures: [
      ...describe(weight),
      ...(await describeButtons(pagePath)),
      ...(await measurePaint(pagePath)),
      ...(await audit(pagePath)),
    ],
  });
}
if (selectedPaths.length === 0) sections.push(await describeFirstScreen());
await site.close();

const file = path.join(import.meta.dirname, 'results', 'budget.json');
process.exit(writeReport(file, sections, { weights }) ? 0 : 1);

function describe(weight: PageWeight): BenchSection['measures'] {
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
async function describeButtons(pagePath: string): Promise<BenchSection['measures']> {
  if (pagePath !== site.articlePath) return [];
  const weight = await weighPage(site.browser, site.server.origin, pagePath, {
    use: articleButtons,
  });
  return [
    {
      name: 'scripts after like, listen and comments, compressed',
      value: scriptWeight(weight).afterUse / KILOBYTE,
      unit: 'KB',
      bar: { atMost: SCRIPTS_AFTER_BAR_KB },
    },
  ];
}

async function audit(pagePath: string): Promise<BenchSection['measures']> {
  const results: LighthouseResult[] = [];
  for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
    results.push(await runLighthouse(site.server.siteUrl + pagePath, site.debuggingPort));
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

async function measurePaint(pagePath: string): Promise<BenchSection['measures']> {
  const measures: BenchSection['measures'] = [];
  let shift = 0;
  for (const [name, network] of Object.entries(networks)) {
    const results = [];
    for (let run = 0; run < PAINT_RUNS; run += 1) {
      results.push(await measureVitals(site.browser, site.server.origin + pagePath, network));
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

async function describeFirstScreen(): Promise<BenchSection> {
  const html = await (await fetch(site.server.origin + site.longArticlePath)).text();
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

/**
 * Audits a page.
 * @param port debugging port of the browser
 * @throws Error if Lighthouse could not load the page
 */
async function runLighthouse(url: string, port: number): Promise<LighthouseResult> {
  const run = async () => {
    const options = {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    } as const;
    return (await lighthouse(url, options))?.lhr;
  };
  let report = await run();
  // Lighthouse sometimes misses the start of its recording and has to run again.
  if (report?.runtimeError) report = await run();
  if (!report || report.runtimeError) {
    throw new Error(`Lighthouse of ${url}: ${report?.runtimeError?.message ?? 'no result'}`);
  }
  const scoredAudits = Object.values(report.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => report.audits[id]),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(report.categories).map(([name, { score }]) => [name, (score ?? 0) * 100]),
    ),
    paint: report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    failedAudits: scoredAudits.flatMap((audit) =>
      audit && audit.score !== null && audit.score < 0.9 ? [`${audit.id}: ${audit.title}`] : [],
    ),
  };
}
