import { changeCheckout, findCheckoutByPayment } from '../../db/repositories/checkouts.ts';
import { DomainError } from '../../errors.ts';
import type { Till } from '../checkout/till.ts';

/**
 * Puts aside money that does not fit, once its owner has settled it with the provider. The attempt ends
 * without an order; should the provider tell of its money again, it shows up again.
 * @throws DomainError NOT_FOUND when no such money waits
 */
export async function settleTrouble({ database }: Till, paymentId: string): Promise<void> {
  await database.write(() => {
    const checkout = findCheckoutByPayment(database, paymentId);
    if (checkout?.state !== 'trouble') throw new DomainError('NOT_FOUND');
    const reason = `${checkout.reason ?? ''} Dismissed by the owner.`.trim();
    changeCheckout(database, checkout.id, ['trouble'], { state: 'ended', nextAt: null, reason });
  });
}
