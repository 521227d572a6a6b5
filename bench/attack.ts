/**
 * `make attack` runs the long forms of the stress tests. ONLY="kill -9 during payments" runs one of them,
 * and SHORT=1 the short forms that `make verify` runs.
 */

import { once } from 'node:events';
import process from 'node:process';
import { corruptions, rejectCorruptBuilds } from './attacks/corrupt-builds.ts';
import { killDuringAlerts, killDuringNewsletter } from './attacks/kill-during-emails.ts';
import { killDuringPayments } from './attacks/kill-during-payments.ts';
import { killDuringRelease } from './attacks/kill-during-release.ts';
import { killWhilePublishing } from './attacks/kill-while-publishing.ts';
import { loseTheMachine } from './attacks/lose-the-machine.ts';
import { takeOverFromReplica } from './attacks/take-over.ts';
import { killOneOfTwoServers } from './attacks/two-servers.ts';
import { createRandom, seedNumber } from './harness/random.ts';
import type { AttackResult, AttackSettings } from './harness/report.ts';
import { spawnChild } from './harness/scratch.ts';

/**
 * Returns an attack that runs the long form of a test, with `kills` runs.
 * @param prefix start of the environment variables that set the number of runs and the seed
 * @param runs what a run is, for the summary
 */
const runTest =
  (test: string, prefix: string, runs: string) =>
  async ({ kills, random }: AttackSettings): Promise<AttackResult> => {
    const variables = { [`${prefix}_RUNS`]: `${kills}`, [`${prefix}_SEED`]: `${random.seed}` };
    const child = spawnChild('vitest', ['run', test], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    const summary = `${kills} ${runs}`;
    if (code === 0) return { summary, findings: [] };
    const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    return { summary, findings: [`${settings.join(' ')} vitest run ${test}`] };
  };

const payAtRandom = runTest('api/services/checkout/payments.test.ts', 'PAYMENT', 'interleavings');
const postAtRandom = runTest('api/services/crosspost/process-next.test.ts', 'CROSS_POST', 'runs');
const publishReadmes = runTest('api/publisher/readme-corpus.test.ts', 'README', 'runs of all');
const forgeScores = runTest('api/services/games/forged-scores.test.ts', 'FORGED', 'submissions');

interface Attack {
  title: string;
  run(settings: AttackSettings): Promise<AttackResult>;
  /** Number of kills or cases in `make attack`. */
  long: number;
  /** Number in `make verify`; missing if a test next to the code runs the short form. */
  short?: number;
  /** True if `make test` runs the short form, too. */
  inTest?: boolean;
}

/** All stress tests. */
export const attacks: Attack[] = [
  { title: 'kill -9 while publishing', run: killWhilePublishing, long: 200, short: 4 },
  { title: 'kill -9 during a release', run: killDuringRelease, long: 30, short: 1 },
  { title: 'kill -9 during a newsletter', run: killDuringNewsletter, long: 20, short: 1 },
  { title: 'kill -9 during an alert', run: killDuringAlerts, long: 20, short: 2, inTest: true },
  { title: 'kill -9 during payments', run: killDuringPayments, long: 20, short: 1 },
  { title: 'two servers', run: killOneOfTwoServers, long: 20, short: 1 },
  { title: 'lost machines', run: loseTheMachine, long: 50, short: 2 },
  { title: 'standby', run: takeOverFromReplica, long: 10, short: 1 },
  { title: 'payments at random', run: payAtRandom, long: 2000 },
  { title: 'cross-posts at random', run: postAtRandom, long: 5000 },
  { title: 'README files', run: publishReadmes, long: 1 },
  { title: 'forged scores', run: forgeScores, long: 10_000 },
  { title: 'corrupt builds', run: rejectCorruptBuilds, long: corruptions.length, short: 3 },
];

if (import.meta.main) {
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
    const random = createRandom(seedNumber());
    log(`seed ${random.seed}`);
    const { summary, findings } = await run({ kills, random, log, timed: SHORT !== '1' });
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(
      `${title}: ${findings.length === 0 ? 'ok' : 'FAILED'}, ${summary}, ${findings.length} findings (${seconds} s, SEED_NUMBER=${random.seed})\n`,
    );
    failed += findings.length;
  }
  process.exit(failed === 0 ? 0 : 1);
}
