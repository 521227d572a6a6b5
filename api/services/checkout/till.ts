import { DEMO_PAYMENT_PATH } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import type { Send } from '../../integrations/crosspost/transport.ts';
import { createDemoPayer } from '../../integrations/payment/demo.ts';
import type { Payer, PayerName } from '../../integrations/payment/payer.ts';
import { createPaypal } from '../../integrations/payment/paypal.ts';
import { allowsDemoPayments, paymentProviderOf, providerIn } from '../../payment-provider.ts';
import { openKeyring } from '../secrets.ts';
import { createDemoBank } from './demo-bank.ts';

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
