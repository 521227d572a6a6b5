/** `make attack`: the long forms. `SHORT=1` runs the forms that `make verify` runs. */
import { refuseCorruptBuilds } from './attacks/corrupt-builds.ts';
import { corruptions } from './attacks/corruptions.ts';
import { forgeScores } from './attacks/forge-scores.ts';
import { killDuringAlerts, killDuringNewsletter } from './attacks/kill-during-mails.ts';
import { killDuringPayments } from './attacks/kill-during-payments.ts';
import { killDuringRelease } from './attacks/kill-during-release.ts';
import {
  type AttackResult,
  type AttackSettings,
  killWhilePublishing,
} from './attacks/kill-while-publishing.ts';

import { payAtRandom } from './attacks/pay-at-random.ts';

interface Attack {
  title: string;
  run(settings: AttackSettings): Promise<AttackResult>;
  /** How many, in the long form and in the short one. */
  full: number;
  short: number;
}

const attacks: Attack[] = [
  { title: 'kill -9 while publishing', run: killWhilePublishing, full: 200, short: 20 },
  { title: 'kill -9 during a release', run: killDuringRelease, full: 30, short: 2 },
  { title: 'kill -9 during a newsletter', run: killDuringNewsletter, full: 20, short: 2 },
  { title: 'kill -9 during an alert', run: killDuringAlerts, full: 20, short: 2 },
  { title: 'kill -9 during payments', run: killDuringPayments, full: 20, short: 2 },
  { title: 'payments at random', run: payAtRandom, full: 2000, short: 100 },
  { title: 'forged scores', run: forgeScores, full: 10_000, short: 500 },
  { title: 'corrupt builds', run: refuseCorruptBuilds, full: corruptions.length, short: 5 },
];

const short = process.env.SHORT === '1';
const log = (line: string) => process.stderr.write(`  ${line}\n`);
let failed = 0;
for (const { title, run, ...many } of attacks) {
  process.stderr.write(`${title}\n`);
  const started = performance.now();
  const { seed, summary, findings } = await run({ kills: short ? many.short : many.full, log });
  const seconds = Math.round((performance.now() - started) / 1000);
  const repeat = seed === 0 ? '' : `, SEED_NUMBER=${seed}`;
  process.stdout.write(
    `${title}: ${findings.length === 0 ? 'ok' : 'FAILED'}, ${summary}, ${findings.length} findings (${seconds} s${repeat})\n`,
  );
  failed += findings.length;
}
process.exit(failed === 0 ? 0 : 1);
