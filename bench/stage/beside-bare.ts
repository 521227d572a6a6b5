import type { Score } from './load.ts';
import type { Measure } from './report.ts';

const SHARE_BAR = 0.5;
const P99_BAR_MS = 20;

/** What calls cost beside the bare routes that do the same, from scores named `bare …` and `ours …`. */
export function measuresBeside(
  names: readonly string[],
  scores: ReadonlyMap<string, Score>,
): Measure[] {
  return names.flatMap((name): Measure[] => {
    const ours = scores.get(`ours ${name}`);
    const other = scores.get(`bare ${name}`);
    if (!ours || !other) throw new Error(`no result for ${name}`);
    return [
      { name: `${name}: bare Fastify`, value: other.rate, unit: '/s', note: costOf(other) },
      { name: `${name}: ours`, value: ours.rate, unit: '/s', note: costOf(ours) },
      {
        name: `${name}: ours against bare`,
        value: ours.rate / other.rate,
        unit: '×',
        bar: { atLeast: SHARE_BAR },
      },
      { name: `${name}: bare p99`, value: other.p99, unit: 'ms' },
      { name: `${name}: ours p99`, value: ours.p99, unit: 'ms', bar: { atMost: P99_BAR_MS } },
    ];
  });
}

const costOf = ({ cost }: Score) => `${Math.round(cost)} µs of processor time each`;
