import { once } from 'node:events';
import { createRandom, seedNumber } from '../stage/random.ts';
import { spawnChild } from '../stage/scratch.ts';
import type { AttackResult, AttackSettings } from './attack-result.ts';

/** Runs the long form of api/services/games/forged-scores.test.ts, with `kills` submissions. */
export async function forgeScores({ kills }: AttackSettings): Promise<AttackResult> {
  const { seed } = createRandom(seedNumber());
  const test = 'api/services/games/forged-scores.test.ts';
  const child = spawnChild('vitest', ['run', test], {
    env: { ...process.env, FORGED_RUNS: String(kills), FORGED_SEED: String(seed) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return {
    seed,
    summary: `${kills} submissions`,
    findings: code === 0 ? [] : [`FORGED_RUNS=${kills} FORGED_SEED=${seed} vitest run ${test}`],
  };
}

/** Runs the long form of api/services/checkout/payments.test.ts, with `kills` interleavings. */
export async function payAtRandom({ kills }: AttackSettings): Promise<AttackResult> {
  const { seed } = createRandom(seedNumber());
  const test = 'api/services/checkout/payments.test.ts';
  const child = spawnChild('vitest', ['run', test], {
    env: { ...process.env, PAYMENT_RUNS: String(kills), PAYMENT_SEED: String(seed) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return {
    seed,
    summary: `${kills} interleavings`,
    findings: code === 0 ? [] : [`PAYMENT_RUNS=${kills} PAYMENT_SEED=${seed} vitest run ${test}`],
  };
}
