/**
 * `make attack` runs the long forms of the stress tests. ONLY="kill -9 during payments" runs one of them,
 * and SHORT=1 the short forms that `make verify` runs.
 */
import process from 'node:process';
import { attacks } from './attacks/attacks.ts';

const { ONLY, SHORT } = process.env;
const selected = attacks
  .map(({ title, run, long, short }) => ({
    title,
    run,
    kills: SHORT === '1' ? (short ?? 0) : long,
  }))
  .filter(({ title, kills }) => kills > 0 && (!ONLY || title === ONLY));
if (selected.length === 0) {
  throw new Error(`ONLY is none of: ${attacks.map(({ title }) => title).join(', ')}`);
}
const log = (line: string) => process.stderr.write(`  ${line}\n`);
let failed = 0;
for (const { title, run, kills } of selected) {
  process.stderr.write(`${title}\n`);
  const started = performance.now();
  const { seed, summary, findings } = await run({ kills, log, timed: SHORT !== '1' });
  const seconds = Math.round((performance.now() - started) / 1000);
  const repeat = seed === 0 ? '' : `, SEED_NUMBER=${seed}`;
  process.stdout.write(
    `${title}: ${findings.length === 0 ? 'ok' : 'FAILED'}, ${summary}, ${findings.length} findings (${seconds} s${repeat})\n`,
  );
  failed += findings.length;
}
process.exit(failed === 0 ? 0 : 1);
