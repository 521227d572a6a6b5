import { DEMO_PAYMENT_PATH } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import {
  findDemoPayment,
  openDemoPayment,
  updateDemoPayment,
} from '../../db/repositories/payments.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import type { Send } from '../../integrations/crosspost/transport.ts';
import {
  captureOf,
  createDemoPayer,
  type DemoBank,
  type DemoPayment,
} from '../../integrations/payment/demo.ts';
import type { Payer, PayerName } from '../../integrations/payment/payment-provider.ts';
import { createPaypal } from '../../integrations/payment/paypal.ts';
import { allowsDemoPayments, paymentProviderOf, providerIn } from '../../payment-provider.ts';
import { createPublicId } from '../articles/public-id.ts';
import { openKeyring } from '../secrets.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'> & {
  publisher: Pick<AppContext['publisher'], 'wake'>;
};

/** What the services of carts, checkouts and orders need besides their input. */
export interface Till extends Context {
  /** Everybody whose payments are known here. */
  payers: Partial<Record<PayerName, Payer>>;
}

/** @param send for tests that stand in for the network */
export function createTill(context: Context, send?: Send): Till {
  const { config, database, clock, publisher } = context;
  const payers: Till['payers'] = {};
  if (config.paypal) payers.paypal = createPaypal(config.paypal, send);
  if (allowsDemoPayments(config)) {
    const payPage = (id: string) =>
      `${config.siteUrl}${DEMO_PAYMENT_PATH}?token=${encodeURIComponent(id)}`;
    payers.demo = createDemoPayer(createDemoBank(context), demoKeyOf(context), payPage);
  }
  return { config, database, clock, publisher, payers };
}

/** Returns the provider of new payments in the shop's currency. */
export const currentPayer = ({ config, database }: Pick<Context, 'config' | 'database'>) =>
  providerIn(paymentProviderOf(config), settingOf(database, 'currency'));

/** What the demo provider signs its news with. */
export const demoKeyOf = ({ config }: Pick<Context, 'config'>): Buffer =>
  openKeyring(config.dataFolder)('demo-payments');

/** What the owner has set that buyers get to see. */
export interface Shop {
  currency: string;
  /** Name and address for receipts. */
  seller: string;
  taxLine: string;
  terms: string;
}

/** The shop as it is set now; a seller who has set no name is the site. */
export function readShop({ config, database }: Pick<Till, 'config' | 'database'>): Shop {
  return {
    currency: settingOf(database, 'currency'),
    seller: settingOf(database, 'seller') || new URL(config.siteUrl).host,
    taxLine: settingOf(database, 'tax-line'),
    terms: settingOf(database, 'shop-terms'),
  };
}

/** Keeps the demo provider's books in the database, apart from the shop's own rows. */
export function createDemoBank({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): DemoBank {
  const find = (id: string): DemoPayment | undefined => {
    const row = findDemoPayment(database, id);
    return row && JSON.parse(row.payment);
  };
  return {
    find,
    findByCapture: (captureId) => {
      const payment = find(captureId.replace(/-MONEY$/, ''));
      return payment && captureOf(payment.id) === captureId ? payment : undefined;
    },
    open: (wish) =>
      database.write(() => {
        const id = `DEMO-${createPublicId().toUpperCase()}`;
        const payment: DemoPayment = { ...wish, id, state: 'waiting', refunds: [] };
        const row = { id, orderId: wish.orderId, payment: JSON.stringify(payment) };
        return JSON.parse(openDemoPayment(database, { ...row, now: clock() }).payment);
      }),
    change: (id, change) =>
      database.write(() => {
        const before = find(id);
        if (!before) return undefined;
        const after = change(before);
        updateDemoPayment(database, id, JSON.stringify(after));
        return after;
      }),
  };
}
