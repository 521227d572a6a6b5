import type { AttackResult, AttackSettings } from './attack-result.ts';
import { corruptions, refuseCorruptBuilds } from './corrupt-builds.ts';
import { killDuringAlerts, killDuringNewsletter } from './kill-during-mails.ts';
import { killDuringPayments } from './kill-during-payments.ts';
import { killDuringRelease } from './kill-during-release.ts';
import { killWhilePublishing } from './kill-while-publishing.ts';
import { forgeScores, payAtRandom } from './long-tests.ts';
import { loseTheMachine } from './lose-the-machine.ts';
import { takeOverFromReplica } from './take-over.ts';
import { killOneOfTwoServers } from './two-servers.ts';

export interface Attack {
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
  { title: 'kill -9 while publishing', run: killWhilePublishing, long: 200, short: 10 },
  { title: 'kill -9 during a release', run: killDuringRelease, long: 30, short: 1 },
  { title: 'kill -9 during a newsletter', run: killDuringNewsletter, long: 20, short: 2 },
  { title: 'kill -9 during an alert', run: killDuringAlerts, long: 20, short: 2, inTest: true },
  { title: 'kill -9 during payments', run: killDuringPayments, long: 20, short: 1 },
  { title: 'two servers', run: killOneOfTwoServers, long: 20, short: 1 },
  { title: 'lost machines', run: loseTheMachine, long: 50, short: 3 },
  { title: 'standby', run: takeOverFromReplica, long: 10, short: 1 },
  { title: 'payments at random', run: payAtRandom, long: 2000 },
  { title: 'forged scores', run: forgeScores, long: 10_000 },
  { title: 'corrupt builds', run: refuseCorruptBuilds, long: corruptions.length, short: 5 },
];
