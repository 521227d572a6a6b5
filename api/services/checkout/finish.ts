import type { OrderAddress, OrderResponse, Provider } from '#contracts/order.ts';
import { ORDER_PLACED } from '#contracts/shop-words.ts';
import {
  type Checkout,
  changeCheckout,
  findCheckoutByPayment,
} from '../../db/repositories/checkouts.ts';
import { DomainError } from '../../errors.ts';
import { toOrderResponse } from '../orders/response.ts';
import { settle } from './settle.ts';
import type { Till } from './till.ts';

/** What became of a payment: its order, or the promise of one. */
export type Finished =
  | { msg: string; order: OrderResponse }
  | { msg: string; order: null; provider: Provider };

/**
 * Finishes a payment that its buyer has agreed to; called again it answers the same order. Of what comes
 * from outside only the name of the payment and the address are believed.
 * @throws DomainError NOT_FOUND, PAYMENT_DECLINED, PAYMENT_MISSING, STATE_CONFLICT, PAYMENT_TROUBLE
 */
export async function finishPayment(
  till: Till,
  userId: number,
  { paymentID, address }: { paymentID: string; address?: Partial<OrderAddress> | undefined },
): Promise<Finished> {
  const { database } = till;
  const checkout = findCheckoutByPayment(database, paymentID);
  // As if another's payment were not there.
  if (!checkout || checkout.userId !== userId) throw new DomainError('NOT_FOUND');
  if (address) await keepAddress(till, checkout, address);
  const settled = await settle(till, checkout.id, { fetchNow: true });
  switch (settled.end) {
    case 'paid':
      return { msg: ORDER_PLACED, order: toOrderResponse(database, settled.order) };
    case 'pending':
      return { msg: PENDING, order: null, provider: checkout.provider };
    case 'unknown':
      return { msg: UNKNOWN, order: null, provider: checkout.provider };
    case 'declined':
      throw new DomainError('PAYMENT_DECLINED');
    case 'waiting':
      throw new DomainError('PAYMENT_MISSING');
    case 'trouble':
      throw new DomainError('PAYMENT_TROUBLE');
    case 'ended':
      throw new DomainError('STATE_CONFLICT', {
        msg: `${settled.reason || 'This payment was cancelled.'} Your cart is unchanged.`,
      });
  }
}

const PENDING =
  'Your payment is being processed. Your order will appear, and we will email you, as soon as it is confirmed.';
const UNKNOWN =
  'The payment provider is not responding right now. We will keep checking: if your payment went through, your order will appear and we will email you. Please do not pay again.';

/** Only until there is an order: what that says stays. */
async function keepAddress(
  { database }: Till,
  { id, buyer }: Checkout,
  given: Partial<OrderAddress>,
): Promise<void> {
  const { recipient_name = '', line1 = '', city = '', postal_code = '', country_code = '' } = given;
  const address = {
    recipient_name: recipient_name || buyer.name,
    ...{ line1, city, postal_code, country_code },
  };
  await database.write(() =>
    changeCheckout(database, id, ['open', 'capturing', 'pending'], { address }),
  );
}
