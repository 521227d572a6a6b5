import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertTestProduct, insertTestUser } from '../testing/factories.ts';
import { type PlanReader, readPlans, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import * as downloads from './repositories/library.ts';
import * as library from './repositories/library.ts';
import * as keys from './repositories/library.ts';
import * as files from './repositories/product-files.ts';
import * as products from './repositories/products.ts';

let database: Database;
let plans: PlanReader;
beforeAll(() => {
  database = openMigrated();
  insertTestUser(database);
  insertTestProduct(database);
  plans = readPlans(database);
});
afterAll(() => database.close());

const part = { limit: 20, offset: 0 };
const pair = { userId: 1, productId: 1 };
const periods = [{ from: 0, until: 1 }];

it.each<[string, () => unknown]>([
  ['a library', () => library.listLibraryProducts(database, 1, part)],
  ['how much is in it', () => library.countLibraryProducts(database, 1)],
  ['when something was bought', () => library.listEntriesOf(database, pair)],
  ['what was given back', () => library.listRevokedLines(database, 1)],
  [
    'what is being given back',
    () => library.revokeEntries(database, { orderId: 1, positions: [0], now: 1 }),
  ],
  ['who waits for keys', () => library.listEntriesWithPendingKeys(database, 1)],
  ['for how many', () => library.updatePendingKeys(database, 1, 0)],
  ['who owns something', () => library.listOwnersAfter(database, { ...part, ...pair, after: 0 })],
  ['every version', () => files.listVersionsEver(database, 1)],
  ['a version of one’s own', () => files.findOwnedVersion(database, { userId: 1, version: 'x' })],
  ['what was not fetched', () => downloads.subtractBytes(database, 1, 1)],
  [
    'what was fetched',
    () => downloads.sumDownloaded(database, { userId: 1, versionId: 1, after: 0 }),
  ],
  ['downloads by month', () => downloads.sumDownloadsByProduct(database, periods)],
  ['keys to give', () => keys.assignKeys(database, { ...pair, entryId: 1, now: 1, count: 1 })],
  ['keys to delete', () => keys.deleteUnusedKeys(database, 1)],
  ['how many keys there are', () => keys.countKeys(database, 1)],
  [
    'which are promised',
    () => keys.countReservedKeys(database, { productId: 1, exceptCheckout: 1 }),
  ],
  ['one’s own keys', () => keys.listKeysOf(database, pair)],
  ['pending update notifications', () => products.findPendingUpdateNotification(database)],
  [
    'progress of an update notification',
    () => products.saveUpdateNotification(database, 1, { lastRecipientId: 1, writtenAt: null }),
  ],
])('%s uses an index', (name, work) => {
  const plan = plans.plansOf(work);
  expect(walks(plan), name).toEqual([]);
});
