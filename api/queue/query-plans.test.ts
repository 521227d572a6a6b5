import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { type PlanReader, readPlans, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import {
  claim,
  claimLeased,
  endAttempt,
  hasDue,
  hasLease,
  listAbandoned,
  listDue,
  purge,
  readBacklog,
  reschedule,
} from './queue.ts';
import {
  checkoutQueue,
  crossPostQueue,
  crossPostUpdateQueue,
  emailQueue,
  publisherQueue,
  refundQueue,
  scheduleQueue,
  subscriberQueue,
} from './queues.ts';

let database: Database;
let plans: PlanReader;
beforeAll(() => {
  database = openMigrated();
  plans = readPlans(database);
});
afterAll(() => database.close());

const claimed = { id: 1, attempts: 1, leaseUntil: 1, leaseOwner: 'me' };
const priority = { scope: { priority: 1 } };

/** Queues, with the scope of their claims. */
const queues = [
  { queue: publisherQueue, ...priority },
  { queue: emailQueue, ...priority },
  { queue: crossPostQueue, scope: {} },
  { queue: crossPostUpdateQueue, scope: {} },
  { queue: checkoutQueue, scope: {} },
  { queue: refundQueue, scope: {} },
  { queue: subscriberQueue, scope: {} },
];

describe.each(queues)('$queue.table', ({ queue, scope }) => {
  it.each<[string, () => unknown]>([
    ['finds due jobs', () => hasDue(database, queue, 1, scope)],
    ['counts waiting jobs', () => readBacklog(database, queue, scope)],
    ['claims jobs', () => claim(database, queue, { now: 1, until: 2, scope })],
    ['sets the next attempt', () => reschedule(database, queue, claimed, null)],
  ])('%s with an index', (_name, work) => {
    expect(walks(plans.plansOf(work))).toEqual([]);
  });
});

it.each([publisherQueue, emailQueue, crossPostQueue])(
  '$table ends attempts with an index',
  (queue) => {
    const end = { state: queue.leased, nextAttemptAt: 1 };
    const plan = plans.plansOf(() => {
      claimLeased(database, queue, { owner: 'me', now: 1, until: 2, scope: { id: 1 } });
      hasLease(database, queue, claimed);
      endAttempt(database, queue, claimed, end);
      listAbandoned(database, queue, { now: 1, hasExited: () => false });
    });
    expect(walks(plan)).toEqual([]);
  },
);

it.each([publisherQueue, emailQueue, checkoutQueue])(
  '$table purges jobs with an index',
  (queue) => {
    expect(walks(plans.plansOf(() => purge(database, queue, 1)))).toEqual([]);
  },
);

it.each([checkoutQueue, scheduleQueue])('$table lists due jobs with an index', (queue) => {
  expect(walks(plans.plansOf(() => listDue(database, queue, { now: 1, limit: 5 })))).toEqual([]);
});
