import type { DiscountInput } from '#contracts/discount.ts';
import { discountMessages } from '#contracts/discount-words.ts';
import { toMinor } from '#contracts/money.ts';
import { instantsOf } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { findSaleProduct } from '../../db/repositories/carts.ts';
import {
  countPendingRedemptions,
  countRedemptions,
  type Discount,
  findDiscountByCode,
  findDiscountByPublicId,
  insertDiscount,
  updateDiscount,
  writeDiscountProducts,
} from '../../db/repositories/discounts.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

const refused = (field: string, msg: string) =>
  new DomainError('VALIDATION', { msg, fields: { [field]: msg } });

/** Creates a code. @throws DomainError VALIDATION with a message at its field */
export async function createDiscount(context: Context, terms: DiscountInput): Promise<Discount> {
  const { database, clock } = context;
  return database.write(() => {
    assertCodeFree(context, terms.code, null);
    const times = { createdAt: clock(), updatedAt: clock() };
    const row = { ...termsFrom(context, terms), ...times, publicId: createPublicId() };
    const products = productsFrom(context, terms);
    const discount = insertDiscount(database, row);
    writeDiscountProducts(database, discount.id, products);
    return discount;
  });
}

/**
 * Changes a code; payments in progress keep its earlier terms, and a redeemed code keeps its name.
 * @throws DomainError NOT_FOUND, VALIDATION
 */
export async function updateDiscountTerms(
  context: Context,
  id: string,
  terms: DiscountInput,
): Promise<Discount> {
  const { database, clock } = context;
  return database.write(() => {
    const before = findOne(context, id);
    const wasUsed =
      countRedemptions(database, before.id) + countPendingRedemptions(database, before.id) > 0;
    if (terms.code !== before.code && wasUsed) throw refused('code', discountMessages.used);
    assertCodeFree(context, terms.code, before.id);
    const after = { ...before, ...termsFrom(context, terms), updatedAt: clock() };
    const products = productsFrom(context, terms);
    updateDiscount(database, after);
    writeDiscountProducts(database, before.id, products);
    return after;
  });
}

/** Ends a code now, if it has not ended. @throws DomainError NOT_FOUND */
export async function endDiscount(context: Context, id: string): Promise<Discount> {
  const { database, clock } = context;
  return database.write(() => {
    const before = findOne(context, id);
    const now = clock();
    if (before.endsAt !== null && before.endsAt <= now) return before;
    // A code with a future start never begins.
    const startsAt = before.startsAt !== null && before.startsAt >= now ? null : before.startsAt;
    const after = { ...before, startsAt, endsAt: now, updatedAt: now };
    updateDiscount(database, after);
    return after;
  });
}

function findOne({ database }: Context, id: string): Discount {
  const discount = findDiscountByPublicId(database, id);
  if (!discount) throw new DomainError('NOT_FOUND');
  return discount;
}

function assertCodeFree({ database }: Context, code: string, except: number | null): void {
  const other = findDiscountByCode(database, code);
  if (other && other.id !== except) throw refused('code', discountMessages.taken);
}

/** Returns the columns of the input. */
function termsFrom(context: Context, terms: DiscountInput) {
  const { code, kind, maxUses, maxUsesEach, products } = terms;
  const startsAt = instantFrom(context, 'from', terms.from);
  const endsAt = instantFrom(context, 'until', terms.until);
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) {
    throw refused('until', discountMessages.order);
  }
  const scope: Discount['scope'] = products === null ? 'all' : 'some';
  const value = valueFrom(context, terms);
  return { code, kind, value, scope, startsAt, endsAt, maxUses, maxUsesEach };
}

function valueFrom({ database }: Context, { kind, value }: DiscountInput): number {
  if (kind === 'percent') {
    if (!Number.isInteger(value) || value > 100) throw refused('value', discountMessages.percent);
    return value;
  }
  const currency = settingOf(database, 'currency');
  const minor = toMinor(value, currency);
  if (!minor) {
    throw refused('value', `Enter an amount in ${currency} with the right number of decimals.`);
  }
  return minor;
}

/**
 * Parses a local time of the owner; when clocks go back, a code begins with the first and ends with
 * the second of two equal times.
 */
function instantFrom(
  { database }: Context,
  field: 'from' | 'until',
  clock: string | null,
): number | null {
  if (clock === null) return null;
  const zone = settingOf(database, 'timezone');
  const instant = instantsOf(clock, zone).at(field === 'from' ? 0 : -1);
  if (instant === undefined) {
    const [day, time] = clock.split('T');
    throw refused(field, `There is no ${time} on ${day} in ${zone}.`);
  }
  return instant;
}

/** Returns the row ids of the selected products. */
function productsFrom({ database }: Context, { products }: DiscountInput): number[] {
  return (products ?? []).map((id) => {
    const product = findSaleProduct(database, id);
    if (!product || product.state === 'deleted') {
      throw refused('products', discountMessages.noProduct);
    }
    return product.id;
  });
}
