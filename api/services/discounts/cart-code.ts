import { discountMessages } from '#contracts/discount-words.ts';
import type { AppContext } from '../../context.ts';
import {
  clearCartDiscount,
  findDiscountByCode,
  putCartDiscount,
} from '../../db/repositories/discounts.ts';
import { readLines } from '../cart/cart.ts';
import { applyDiscount } from './applying.ts';
import { codeRefused } from './refused.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Puts a code into a member's cart, in place of another one. Nothing is used up by that.
 * @param code in capitals, without spaces around it
 * @throws DomainError CODE_REFUSED with the reason
 */
export async function enterCode(context: Context, userId: number, code: string): Promise<void> {
  const { database, clock } = context;
  await database.write(() => {
    const discount = findDiscountByCode(database, code);
    if (!discount) throw codeRefused(discountMessages.unknown);
    const lines = readLines(context, userId).filter(({ standing }) => standing === 'ready');
    const { problem } = applyDiscount(context, discount, { userId, lines });
    if (problem !== null) throw codeRefused(problem);
    putCartDiscount(database, { userId, discountId: discount.id, now: clock() });
  });
}

/** Takes the code out of a member's cart, if there is one. */
export async function leaveCode({ database }: Context, userId: number): Promise<void> {
  await database.write(() => clearCartDiscount(database, userId));
}
