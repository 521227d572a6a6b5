import type { LoadResult } from './load.ts';
import type { Measure } from './report.ts';

const SHARE_BAR = 0.5;
const P99_BAR_MS = 20;

/** Compares calls with equivalent bare routes, from results with the names `bare …` and `ours …`. */
export function compareWithBare(
  names: readonly string[],
  scores: ReadonlyMap<string, LoadResult>,
): Measure[] {
  return names.flatMap((name): Measure[] => {
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
  });
}

const costOf = ({ cost }: LoadResult) => `${Math.round(cost)} µs of processor time each`;
