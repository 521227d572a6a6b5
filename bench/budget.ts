/** `make budget`: weighs what readers' pages load, and times their first paint on a slow phone. */
import os from 'node:os';
import path from 'node:path';
import { type Chapter, publishReport, say } from './stage/report.ts';
import { median } from './stage/statistics.ts';
import { openDemoSite } from './weighing/demo-site.ts';
import { FIRST_FLIGHT_BYTES, measureFirstScreen } from './weighing/first-screen.ts';
import { measureVitals, networks } from './weighing/vitals.ts';
import { type PageWeight, scriptWeight, weighPage } from './weighing/weigh-page.ts';

const KILOBYTE = 1024;
const SCRIPTS_BEFORE_BAR_KB = 10;
const SCRIPTS_AFTER_BAR_KB = 85;
const PAINT_BAR_S = 1.2;
/** Times each page is opened for its first paint; the median counts. */
const LOOKS = 5;

const site = await openDemoSite();
const chapters: Chapter[] = [];
const weights: PageWeight[] = [];
for (const address of [site.articlePath, '/', '/blog']) {
  say(`weighing ${address}`);
  const weight = await weighPage(site.browser, site.server.address, address);
  weights.push(weight);
  chapters.push({ title: address, measures: [...describe(weight), ...(await time(address))] });
}
chapters.push(await describeFirstScreen());
await site.close();

const file = path.join(import.meta.dirname, 'results', 'budget.json');
process.exit(publishReport(file, chapters, { weights }) ? 0 : 1);

function describe(weight: PageWeight): Chapter['measures'] {
  const { beforeUse, afterUse } = scriptWeight(weight);
  const sum = (kind: string) =>
    weight.assets
      .filter((asset) => asset.kind === kind)
      // Fonts and pictures are packed already.
      .reduce((total, asset) => total + Math.min(asset.bytes, asset.gzipped), 0);
  const count = (kind: string) => weight.assets.filter((asset) => asset.kind === kind).length;
  const kilobytes = (bytes: number) => ({ value: bytes / KILOBYTE, unit: 'KB' });
  return [
    { name: 'document, gzipped', ...kilobytes(weight.document.gzipped) },
    {
      name: 'scripts before any use, gzipped',
      ...kilobytes(beforeUse),
      bar: { atMost: SCRIPTS_BEFORE_BAR_KB },
    },
    {
      name: 'scripts after use, gzipped',
      ...kilobytes(afterUse),
      bar: { atMost: SCRIPTS_AFTER_BAR_KB },
      note: `${count('script')} files and what stands in the page`,
    },
    ...['stylesheet', 'font', 'image'].map((kind) => ({
      name: `${kind}s`,
      ...kilobytes(sum(kind)),
      note: `${count(kind)} files`,
    })),
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
