import type { Browser } from '@playwright/test';
import { logProgress, type Measure } from './stage/report.ts';
import type { Bench } from './stage/stage.ts';
import { openDemoSite } from './weighing/demo-site.ts';
import { type FirstVisit, visitOnce } from './weighing/visit-once.ts';
import { fastLine, networks } from './weighing/vitals.ts';

const VISITS = 100;
const VISITS_SHORT = 12;
/** Lowest number of 100 first visits whose first frame shows the brand fonts. */
const BRAND_BAR = 95;
/** Lowest number of 100 text blocks with the same line breaks in the fallback and the brand fonts. */
const SAME_LINES_BAR = 90;

/** Measures first visits with an empty cache: fonts of the first painted frame, and layout shifts after it. */
export const firstVisit: Bench = {
  title: 'First visit, empty cache',
  async measure(stage) {
    const site = await openDemoSite();
    try {
      const paths = ['/', '/blog', site.articlePath, '/project/1', '/shop', '/gamecorner'];
      const count = stage.short ? VISITS_SHORT : VISITS;
      logProgress(`${count} first visits at 10 Mbit/s`);
      const fast: FirstVisit[] = [];
      for (let visit = 0; visit < count; visit += 1) {
        const address = site.server.address + paths[visit % paths.length];
        fast.push(await visitOnce(site.browser, address, fastLine));
      }
      return [
        ...describeFast(fast),
        ...(await visitSlowly(site.browser, site.server.address, paths)),
      ];
    } finally {
      await site.close();
    }
  },
};

function describeFast(visits: readonly FirstVisit[]): Measure[] {
  const branded = visits.filter(({ fallbackTexts }) => fallbackTexts.length === 0);
  const missed = visits.flatMap(({ fallbackTexts }) => fallbackTexts).slice(0, 3);
  return [
    {
      name: 'first frame in the brand fonts, 10 Mbit/s and 40 ms',
      value: (100 * branded.length) / visits.length,
      unit: 'of 100',
      bar: { atLeast: BRAND_BAR },
      note: `${visits.length} visits${missed.length > 0 ? `; not: ${missed.join(', ')}` : ''}`,
    },
    {
      name: 'layout shift, 10 Mbit/s and 40 ms',
      value: Math.max(...visits.map(({ shift }) => shift)),
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}

/** Compares the line breaks of the fallback fonts on a slow network with those of the brand fonts. */
async function visitSlowly(browser: Browser, origin: string, paths: string[]): Promise<Measure[]> {
  logProgress('first visits on slow 4G');
  const slow: FirstVisit[] = [];
  let same = 0;
  let all = 0;
  const differing: string[] = [];
  for (const path of paths) {
    const visit = await visitOnce(browser, origin + path, networks['slow 4G']);
    const brand = await visitOnce(browser, origin + path, fastLine);
    slow.push(visit);
    for (const [text, lines] of brand.lines) {
      const fallbackLines = visit.lines.get(text);
      if (fallbackLines === undefined) continue;
      all += 1;
      if (fallbackLines === lines) same += 1;
      else differing.push(text.slice(0, 30));
    }
  }
  return [
    {
      name: 'first paint, slow 4G',
      value: Math.max(...slow.map(({ firstPaint }) => firstPaint)),
      unit: 'ms',
      note: `with ${slow.map(({ fallbackTexts }) => fallbackTexts.length).join(', ')} texts in a fallback`,
    },
    {
      name: 'text blocks that break lines alike, slow 4G',
      value: (100 * same) / all,
      unit: 'of 100',
      bar: { atLeast: SAME_LINES_BAR },
      note: `${all} blocks${differing.length > 0 ? `; not: ${differing.slice(0, 4).join(' | ')}` : ''}`,
    },
    {
      name: 'layout shift, slow 4G',
      value: Math.max(...slow.map(({ shift }) => shift)),
      unit: '',
      bar: { atMost: 0 },
    },
  ];
}
