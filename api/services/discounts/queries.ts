import {
  DISCOUNTS_PER_PAGE,
  type DiscountList,
  type DiscountListQuery,
  type DiscountResponse,
  type DiscountState,
  type DiscountUses,
  USES_PER_PAGE,
} from '#contracts/discount.ts';
import { toDecimal } from '#contracts/money.ts';
import { clockAt } from '#contracts/zoned-time.ts';
import { iso } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import {
  countDiscounts,
  countPendingRedemptions,
  countRedemptions,
  type Discount,
  findDiscountByPublicId,
  listDiscountProducts,
  listDiscounts,
  listRedemptions,
} from '../../db/repositories/discounts.ts';
import { DomainError } from '../../errors.ts';
import { getDiscountLabel } from './apply-discount.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

function stateOf(
  { startsAt, endsAt, maxUses }: Discount,
  used: number,
  now: number,
): DiscountState {
  if (endsAt !== null && now >= endsAt) return 'ended';
  if (maxUses !== null && used >= maxUses) return 'used-up';
  return startsAt !== null && now < startsAt ? 'planned' : 'running';
}

/** Converts a code to its API response for admins. */
export function toDiscountResponse(
  { database, clock }: Context,
  discount: Discount,
): DiscountResponse {
  const { id, kind, value, scope, maxUses, maxUsesEach } = discount;
  const currency = settingOf(database, 'currency');
  const zone = settingOf(database, 'timezone');
  const clockOf = (time: number | null) => (time === null ? null : clockAt(time, zone));
  const used = countRedemptions(database, id);
  const products = listDiscountProducts(database, id);
  return {
    _id: discount.publicId,
    code: discount.code,
    kind,
    value: kind === 'percent' ? value : toDecimal(value, currency),
    offer: getDiscountLabel(discount, currency),
    state: stateOf(discount, used, clock()),
    from: clockOf(discount.startsAt),
    until: clockOf(discount.endsAt),
    maxUses,
    maxUsesEach,
    products:
      scope === 'all' ? null : products.map(({ publicId, title }) => ({ _id: publicId, title })),
    used,
    underway: countPendingRedemptions(database, id),
    createdAt: iso(discount.createdAt),
  };
}

/** Returns one page of codes. */
export function getDiscountPage(context: Context, { show, page }: DiscountListQuery): DiscountList {
  const { database, clock } = context;
  const filter = { show, now: clock() };
  const limit = DISCOUNTS_PER_PAGE;
  const result = countDiscounts(database, filter);
  const rows = listDiscounts(database, filter, { limit, offset: (page - 1) * limit });
  return {
    discounts: rows.map((discount) => toDiscountResponse(context, discount)),
    result,
    page,
    pages: Math.ceil(result / limit),
    currency: settingOf(database, 'currency'),
    zone: settingOf(database, 'timezone'),
  };
}

/** Returns one page of orders with a code. @throws DomainError NOT_FOUND */
export function getRedemptionPage(context: Context, id: string, page: number): DiscountUses {
  const { database } = context;
  const discount = findDiscountByPublicId(database, id);
  if (!discount) throw new DomainError('NOT_FOUND');
  const limit = USES_PER_PAGE;
  const result = countRedemptions(database, discount.id);
  const rows = listRedemptions(database, discount.id, { limit, offset: (page - 1) * limit });
  return {
    discount: toDiscountResponse(context, discount),
    uses: rows.map((use) => ({
      order: use.publicId,
      number: use.number,
      buyer: use.buyer.name,
      discount: toDecimal(use.discount, use.currency),
      total: toDecimal(use.total, use.currency),
      currency: use.currency,
      createdAt: iso(use.createdAt),
    })),
    result,
    page,
    pages: Math.ceil(result / limit),
  };
}
