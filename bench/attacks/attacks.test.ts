import { expect, test } from 'vitest';
import { attacks } from '../attack.ts';

for (const { title, run, short, inTest } of attacks) {
  if (short === undefined) continue;
  const tags = inTest ? [] : ['verify'];
  test(`${title}: loses, repeats and truncates nothing`, { tags }, async () => {
    const { seed, findings } = await run({ kills: short, log: () => undefined });
    expect(findings, `SEED_NUMBER=${seed}`).toEqual([]);
  });
}
