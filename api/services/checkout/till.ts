import { DEMO_PAYMENT_PATH } from '#contracts/shop-words.ts';
import type { AppContext } from '../../context.ts';
import type { Send } from '../../integrations/crosspost/transport.ts';
import { createDemoPayer } from '../../integrations/payment/demo.ts';
import type { Payer, PayerName } from '../../integrations/payment/payer.ts';
import { createPaypal } from '../../integrations/payment/paypal.ts';
import { paypalTakes } from '../../integrations/payment/paypal-currencies.ts';
import { openKeyring } from '../secrets.ts';
import { createDemoBank } from './demo-bank.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'> & {
  publisher: Pick<AppContext['publisher'], 'wake'>;
};

/** What the services of carts, checkouts and orders need besides their input. */
export interface Till extends Context {
  /** Everybody whose payments are known here. */
  payers: Partial<Record<PayerName, Payer>>;
  /** Who takes new payments, see payerIn; null where nobody does. */
  payer: PayerName | null;
}

/** @param send for tests that stand in for the network */
export function createTill(context: Context, send?: Send): Till {
  const { config, database, clock, publisher } = context;
  const payers: Till['payers'] = {};
  if (config.paypal) payers.paypal = createPaypal(config.paypal, send);
  // It takes no money, so that a shop in earnest must not offer it by oversight.
  if (config.mode !== 'production' || config.seed === 'demo') {
    const payPage = (id: string) =>
      `${config.siteUrl}${DEMO_PAYMENT_PATH}?token=${encodeURIComponent(id)}`;
    payers.demo = createDemoPayer(createDemoBank(context), demoKeyOf(context), payPage);
  }
  const payer = payers.paypal ? 'paypal' : payers.demo ? 'demo' : null;
  return { config, database, clock, publisher, payers, payer };
}

/** Who takes new payments in a currency; null where nobody does. */
export const payerIn = ({ payer }: Pick<Till, 'payer'>, currency: string): PayerName | null =>
  payer === 'paypal' && !paypalTakes(currency) ? null : payer;

/** What the demo provider signs its news with. */
export const demoKeyOf = ({ config }: Pick<Context, 'config'>): Buffer =>
  openKeyring(config.dataFolder)('demo-payments');
