import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../api/db/database.ts';
import { migrate } from '../../api/db/migrate.ts';
import { checkouts, orders } from '../../api/db/schema/orders.ts';
import { products } from '../../api/db/schema/products.ts';
import { insertTestProduct, insertTestUser } from '../../api/testing/factories.ts';
import { startPaypal } from '../../api/testing/paypal.ts';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder, spawnChild } from '../harness/scratch.ts';
import { waitUntil } from '../harness/server.ts';

const BUYERS_PER_KILL = 25;
const PRICE = 1999;
/** Milliseconds after which buying counts as stuck. */
const LIMIT_MS = 240_000;

/**
 * Kills the process that sells several times at random times with kill -9. Then checks at the PayPal fake
 * that every captured payment has one order, and that every buyer has paid once.
 */
export async function killDuringPayments({
  kills,
  random,
  log,
}: AttackSettings): Promise<AttackResult> {
  const dataFolder = scratchFolder('payments');
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  migrate(database);
  const buyers = Math.max(1, kills) * BUYERS_PER_KILL;
  for (let number = 0; number < buyers; number += 1) insertTestUser(database);
  insertTestProduct(database, { price: PRICE, licenceType: 'copy' });
  const paypal = await startPaypal();
  // All buyers approve at once.
  const approvals = setInterval(() => {
    for (const [id, { status }] of paypal.orders) {
      if (status === 'PAYER_ACTION_REQUIRED') paypal.approve(id);
    }
  }, 1);
  const startSeller = () =>
    spawnChild('node', ['api/testing/payment-process.ts'], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATA_DIR: dataFolder,
        PAYPAL_API_URL: paypal.options.apiUrl,
        PAYPAL_CLIENT_ID: 'client',
        PAYPAL_CLIENT_SECRET: 'secret',
        PAYPAL_MERCHANT_ID: paypal.options.merchantId,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const listOrders = () => database.query.select().from(orders).all();

  for (let kill = 1; kill <= kills; kill += 1) {
    const seller = startSeller();
    const exited = once(seller, 'exit');
    const killAfter = listOrders().length + Math.floor(random.next() * BUYERS_PER_KILL);
    await waitUntil(() => listOrders().length >= killAfter, LIMIT_MS, 1);
    await pause(random.next() * 10);
    seller.kill('SIGKILL');
    await exited;
    log(`kill ${kill}: ${listOrders().length} orders of ${buyers}`);
  }
  const last = startSeller();
  const timer = setTimeout(() => last.kill('SIGKILL'), LIMIT_MS);
  const [code] = await once(last, 'exit');
  clearTimeout(timer);
  clearInterval(approvals);

  const captured = [...paypal.orders.values()].filter(({ captures }) => captures.length > 0);
  const rows = listOrders();
  const countsByBuyer = new Map<number, number>();
  for (const { userId } of rows) countsByBuyer.set(userId, (countsByBuyer.get(userId) ?? 0) + 1);
  const openCheckouts = database.query.select().from(checkouts).all();
  const findings = [
    code !== 0 && `the last seller ended with ${code}`,
    ...captured.map(({ id, captures }) => {
      const count = rows.filter(({ paymentId }) => paymentId === id).length;
      if (captures.length !== 1) return `${id} was captured ${captures.length} times`;
      return count !== 1 && `${id} was captured and has ${count} orders`;
    }),
    ...rows.map(({ paymentId, total }) => {
      if (total !== PRICE) return `${paymentId} is about ${total}`;
      return !captured.some(({ id }) => id === paymentId) && `${paymentId} is an order unpaid`;
    }),
    ...[...countsByBuyer].map(
      ([user, count]) => count > 1 && `buyer ${user} has paid ${count} times`,
    ),
    countsByBuyer.size !== buyers && `${countsByBuyer.size} of ${buyers} have what they wanted`,
    ...database.query
      .select()
      .from(products)
      .all()
      .map(({ sold }) => sold !== rows.length && `${sold} counted as sold, ${rows.length} orders`),
    ...openCheckouts.map(
      ({ publicId, state }) => state === 'unmatched' && `${publicId} is unmatched`,
    ),
  ].filter((finding) => finding !== false);
  await paypal.close();
  database.close();
  removeFolder(dataFolder);
  return {
    summary: `${kills} kills, ${rows.length} orders, ${captured.length} payments`,
    findings,
  };
}
