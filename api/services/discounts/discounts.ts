import {
  DISCOUNTS_PER_PAGE,
  type DiscountInput,
  type DiscountList,
  type DiscountListQuery,
  type DiscountRedemptions,
  type DiscountResponse,
  type DiscountState,
  REDEMPTIONS_PER_PAGE,
} from '#contracts/discount.ts';
import { discountMessages } from '#contracts/discount-messages.ts';
import { paginate } from '#contracts/fields.ts';
import { toDecimal, toMinor } from '#contracts/money.ts';
import { instantsOf, localTimeAt } from '#contracts/zoned-time.ts';
import { type AppContext, iso } from '../../context.ts';
import { settingOf } from '../../db/hot/site.ts';
import { findSaleProduct } from '../../db/repositories/carts.ts';
import {
  countDiscounts,
  countPendingRedemptions,
  countRedemptions,
  type Discount,
  findDiscountByCode,
  findDiscountByPublicId,
  insertDiscount,
  listDiscountProducts,
  listDiscounts,
  listRedemptions,
  updateDiscount,
  writeDiscountProducts,
} from '../../db/repositories/discounts.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { getDiscountLabel } from '../cart/pricing.ts';
import { createPublicId } from '../identifiers.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

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
    const isRedeemed =
      countRedemptions(database, before.id) + countPendingRedemptions(database, before.id) > 0;
    if (terms.code !== before.code && isRedeemed)
      throw fieldError('code', discountMessages.redeemed);
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
  if (other && other.id !== except) throw fieldError('code', discountMessages.taken);
}

function termsFrom(context: Context, terms: DiscountInput) {
  const { code, kind, maxRedemptions, maxRedemptionsPerCustomer, products } = terms;
  const startsAt = instantFrom(context, 'from', terms.from);
  const endsAt = instantFrom(context, 'until', terms.until);
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) {
    throw fieldError('until', discountMessages.order);
  }
  const scope: Discount['scope'] = products === null ? 'all' : 'some';
  const value = valueFrom(context, terms);
  return { code, kind, value, scope, startsAt, endsAt, maxRedemptions, maxRedemptionsPerCustomer };
}

function valueFrom({ database }: Context, { kind, value }: DiscountInput): number {
  if (kind === 'percent') {
    if (!Number.isInteger(value) || value > 100)
      throw fieldError('value', discountMessages.percent);
    return value;
  }
  const currency = settingOf(database, 'currency');
  const minor = toMinor(value, currency);
  if (!minor) {
    throw fieldError('value', `Enter an amount in ${currency} with the right number of decimals.`);
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
    throw fieldError(field, `There is no ${time} on ${day} in ${zone}.`);
  }
  return instant;
}

/** Returns the row ids of the selected products. */
function productsFrom({ database }: Context, { products }: DiscountInput): number[] {
  return (products ?? []).map((id) => {
    const product = findSaleProduct(database, id);
    if (!product || product.state === 'deleted') {
      throw fieldError('products', discountMessages.noProduct);
    }
    return product.id;
  });
}

function stateOf(
  { startsAt, endsAt, maxRedemptions }: Discount,
  redemptions: number,
  now: number,
): DiscountState {
  if (endsAt !== null && now >= endsAt) return 'ended';
  if (maxRedemptions !== null && redemptions >= maxRedemptions) return 'used-up';
  return startsAt !== null && now < startsAt ? 'scheduled' : 'running';
}

/** Converts a code to its API response for admins. */
export function toDiscountResponse(
  { database, clock }: Context,
  discount: Discount,
): DiscountResponse {
  const { id, kind, value, scope, maxRedemptions, maxRedemptionsPerCustomer } = discount;
  const currency = settingOf(database, 'currency');
  const zone = settingOf(database, 'timezone');
  const localTimeOf = (time: number | null) => (time === null ? null : localTimeAt(time, zone));
  const redemptions = countRedemptions(database, id);
  const products = listDiscountProducts(database, id);
  return {
    _id: discount.publicId,
    code: discount.code,
    kind,
    value: kind === 'percent' ? value : toDecimal(value, currency),
    label: getDiscountLabel(discount, currency),
    state: stateOf(discount, redemptions, clock()),
    from: localTimeOf(discount.startsAt),
    until: localTimeOf(discount.endsAt),
    maxRedemptions,
    maxRedemptionsPerCustomer,
    products:
      scope === 'all' ? null : products.map(({ publicId, title }) => ({ _id: publicId, title })),
    redemptions,
    underway: countPendingRedemptions(database, id),
    createdAt: iso(discount.createdAt),
  };
}

export function getDiscountPage(context: Context, { show, page }: DiscountListQuery): DiscountList {
  const { database, clock } = context;
  const filter = { show, now: clock() };
  const range = { page, limit: DISCOUNTS_PER_PAGE };
  const { rows, pageInfo } = paginate(range, countDiscounts(database, filter));
  return {
    discounts: listDiscounts(database, filter, rows).map((discount) =>
      toDiscountResponse(context, discount),
    ),
    ...pageInfo,
    currency: settingOf(database, 'currency'),
    zone: settingOf(database, 'timezone'),
  };
}

/** Returns one page of orders with a code. @throws DomainError NOT_FOUND */
export function getRedemptionPage(context: Context, id: string, page: number): DiscountRedemptions {
  const { database } = context;
  const discount = findDiscountByPublicId(database, id);
  if (!discount) throw new DomainError('NOT_FOUND');
  const range = { page, limit: REDEMPTIONS_PER_PAGE };
  const { rows, pageInfo } = paginate(range, countRedemptions(database, discount.id));
  return {
    discount: toDiscountResponse(context, discount),
    redemptions: listRedemptions(database, discount.id, rows).map((redemption) => ({
      order: redemption.publicId,
      number: redemption.number,
      buyer: redemption.buyer.name,
      discount: toDecimal(redemption.discount, redemption.currency),
      total: toDecimal(redemption.total, redemption.currency),
      currency: redemption.currency,
      createdAt: iso(redemption.createdAt),
    })),
    ...pageInfo,
  };
}
