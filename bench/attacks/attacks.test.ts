import { expect, test } from 'vitest';
import { attacks } from '../attack.ts';
import { createRandom, seedNumber } from '../harness/random.ts';

for (const { title, run, short, inTest } of attacks) {
  if (short === undefined) continue;
  const tags = inTest ? [] : ['verify'];
  test(`${title}: loses, repeats and truncates nothing`, { tags }, async () => {
    const random = createRandom(seedNumber());
    const { findings } = await run({ kills: short, random, log: () => undefined });
    expect(findings, `SEED_NUMBER=${random.seed}`).toEqual([]);
  });
}
