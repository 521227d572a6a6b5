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
  ['library.listLibraryProducts', () => library.listLibraryProducts(database, 1, part)],
  ['library.countLibraryProducts', () => library.countLibraryProducts(database, 1)],
  ['library.listEntriesOf', () => library.listEntriesOf(database, pair)],
  ['library.listRevokedLines', () => library.listRevokedLines(database, 1)],
  [
    'library.revokeEntries',
    () => library.revokeEntries(database, { orderId: 1, positions: [0], now: 1 }),
  ],
  ['library.listEntriesWithPendingKeys', () => library.listEntriesWithPendingKeys(database, 1)],
  ['library.updatePendingKeys', () => library.updatePendingKeys(database, 1, 0)],
  [
    'library.listOwnersAfter',
    () => library.listOwnersAfter(database, { ...part, ...pair, after: 0 }),
  ],
  ['files.listVersionsEver', () => files.listVersionsEver(database, 1)],
  ['files.findOwnedVersion', () => files.findOwnedVersion(database, { userId: 1, version: 'x' })],
  ['downloads.subtractBytes', () => downloads.subtractBytes(database, 1, 1)],
  [
    'downloads.sumDownloaded',
    () => downloads.sumDownloaded(database, { userId: 1, versionId: 1, after: 0 }),
  ],
  ['downloads.sumDownloadsByProduct', () => downloads.sumDownloadsByProduct(database, periods)],
  ['keys.assignKeys', () => keys.assignKeys(database, { ...pair, entryId: 1, now: 1, count: 1 })],
  ['keys.deleteUnusedKeys', () => keys.deleteUnusedKeys(database, 1)],
  ['keys.countKeys', () => keys.countKeys(database, 1)],
  [
    'keys.countReservedKeys',
    () => keys.countReservedKeys(database, { productId: 1, exceptCheckout: 1 }),
  ],
  ['keys.listKeysOf', () => keys.listKeysOf(database, pair)],
  [
    'products.findPendingUpdateNotification',
    () => products.findPendingUpdateNotification(database),
  ],
  [
    'products.saveUpdateNotification',
    () => products.saveUpdateNotification(database, 1, { lastRecipientId: 1, writtenAt: null }),
  ],
])('%s uses an index', (name, work) => {
  const plan = plans.plansOf(work);
  expect(walks(plan), name).toEqual([]);
});
