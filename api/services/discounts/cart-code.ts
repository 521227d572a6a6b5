import { discountMessages } from '#contracts/discount-words.ts';
import type { AppContext } from '../../context.ts';
import {
  clearCartDiscount,
  findDiscountByCode,
  putCartDiscount,
} from '../../db/repositories/discounts.ts';
import { listLines } from '../cart/cart.ts';
import { applyDiscount } from './apply-discount.ts';
import { codeRefused } from './refused.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Applies a code to a member's cart, replacing another one; this does not redeem it.
 * @param code in upper case and trimmed
 * @throws DomainError CODE_REFUSED with the reason
 */
export async function applyCode(context: Context, userId: number, code: string): Promise<void> {
  const { database, clock } = context;
  await database.write(() => {
    const discount = findDiscountByCode(database, code);
    if (!discount) throw codeRefused(discountMessages.unknown);
    const lines = listLines(context, userId).filter(({ standing }) => standing === 'ready');
    const { problem } = applyDiscount(context, discount, { userId, lines });
    if (problem !== null) throw codeRefused(problem);
    putCartDiscount(database, { userId, discountId: discount.id, now: clock() });
  });
}

/** Removes the code from a member's cart, if there is one. */
export async function removeCode({ database }: Context, userId: number): Promise<void> {
  await database.write(() => clearCartDiscount(database, userId));
}
