import { DEMO_PAYMENT_PATH } from '#contracts/shop-messages.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  findDemoPayment,
  insertDemoPayment,
  updateDemoPayment,
} from '../../db/repositories/payments.ts';
import {
  captureOf,
  createDemoProvider,
  type DemoPayment,
  type DemoPaymentStore,
} from '../../integrations/payment/demo.ts';
import { createPaypal } from '../../integrations/payment/paypal.ts';
import type { PaymentProvider, PaymentProviderName } from '../../integrations/payment/provider.ts';
import type { Send } from '../../integrations/transport.ts';
import { allowsDemoPayments, paymentProviderOf, providerIn } from '../../payment-provider.ts';
import { createPublicId } from '../identifiers.ts';
import { openKeyring } from '../keyring.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'> & {
  publisher: Pick<AppContext['publisher'], 'wake'>;
};

/** Dependencies of the cart, checkout and order services. */
export interface PaymentContext extends Context {
  /** Configured providers, including those that take no new payments. */
  providers: Partial<Record<PaymentProviderName, PaymentProvider>>;
}

/** @param send replaces `fetch` in tests */
export function createPaymentContext(context: Context, send?: Send): PaymentContext {
  const { config, database, clock, publisher } = context;
  const providers: PaymentContext['providers'] = {};
  if (config.paypal) providers.paypal = createPaypal(config.paypal, send);
  if (allowsDemoPayments(config)) {
    const payPage = (id: string) =>
      `${config.siteUrl}${DEMO_PAYMENT_PATH}?token=${encodeURIComponent(id)}`;
    providers.demo = createDemoProvider(
      createDemoPaymentStore(context),
      getDemoSigningKey(context),
      payPage,
    );
  }
  return { config, database, clock, publisher, providers };
}

/** Returns the provider of new payments in the shop's currency. */
export const getCurrentProvider = ({ config, database }: Pick<Context, 'config' | 'database'>) =>
  providerIn(paymentProviderOf(config), settingOf(database, 'currency'));

/** Returns the key that signs the events of the demo provider. */
export const getDemoSigningKey = ({ config }: Pick<Context, 'config'>): Buffer =>
  openKeyring(config.dataFolder)('demo-payments');

/** Settings of the shop that buyers see. */
export interface ShopSettings {
  currency: string;
  /** Name and address for receipts. */
  seller: string;
  taxLine: string;
  terms: string;
}

/** Returns the settings of the shop; the default seller is the host of the site. */
export function getShopSettings({
  config,
  database,
}: Pick<PaymentContext, 'config' | 'database'>): ShopSettings {
  return {
    currency: settingOf(database, 'currency'),
    seller: settingOf(database, 'seller') || new URL(config.siteUrl).host,
    taxLine: settingOf(database, 'tax-line'),
    terms: settingOf(database, 'shop-terms'),
  };
}

/** Creates the payment store of the demo provider, which has its own table. */
export function createDemoPaymentStore({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): DemoPaymentStore {
  const find = (id: string): DemoPayment | undefined => {
    return findDemoPayment(database, id)?.payment as DemoPayment | undefined;
  };
  return {
    find,
    findByCapture: (captureId) => {
      const payment = find(captureId.replace(/-MONEY$/, ''));
      return payment && captureOf(payment.id) === captureId ? payment : undefined;
    },
    open: (order) =>
      database.write(() => {
        const id = `DEMO-${createPublicId().toUpperCase()}`;
        const payment: DemoPayment = { ...order, id, state: 'waiting', refunds: [] };
        const row = { id, orderId: order.orderId, payment, createdAt: clock() };
        return insertDemoPayment(database, row).payment as DemoPayment;
      }),
    change: (id, change) =>
      database.write(() => {
        const before = find(id);
        if (!before) return undefined;
        const after = change(before);
        updateDemoPayment(database, id, after);
        return after;
      }),
  };
}
