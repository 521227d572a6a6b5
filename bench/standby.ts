import { takeOver } from './attacks/take-over.ts';
import type { Bench } from './harness/bench-context.ts';
import { createRandom } from './harness/random.ts';
import { logProgress } from './harness/report.ts';

const BAR_S = 30;
const SEED = 20;

/** Measures how long readers and the owner wait for a standby after the machine of the site is lost. */
export const standby: Bench = {
  title: 'Standby',
  async measure(context) {
    const { articles, buildFolder, port } = context;
    const dataFolder = await context.database(articles);
    logProgress('losing the machine');
    const { restoreMs, startMs, orders, findings } = await takeOver(
      { dataFolder, buildFolder, port },
      { random: createRandom(SEED), timed: true },
    );
    return [
      {
        name: `replica to pages and sign-in, ${articles} articles`,
        value: (restoreMs + startMs) / 1000,
        unit: 's',
        bar: { atMost: BAR_S },
        note: 'from the loss of the machine; the command is given at once',
      },
      { name: 'of it a cold start, which renders all pages', value: startMs / 1000, unit: 's' },
      {
        name: 'orders and sessions that are missing',
        value: findings.length,
        unit: '',
        bar: { atMost: 0 },
        note: `${orders} orders were older than a second`,
      },
    ];
  },
};
