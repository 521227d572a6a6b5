import type { z } from 'zod';
import type {
  DiscountKind,
  DiscountList,
  DiscountListQuery,
  DiscountRedemptions,
  DiscountResponse,
  discountChangeResponse,
} from '#contracts/discount.ts';
import { discountMessages } from '#contracts/discount-messages.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { parsePrice } from '../../format/price.ts';

/** Labels and chips of the states. */
export const stateChips: Record<Discount['state'], { name: string; className: string }> = {
  scheduled: { name: 'Scheduled', className: 'chip chip--draft' },
  running: { name: 'Running', className: 'chip chip--live' },
  'used-up': { name: 'Used up', className: 'chip' },
  ended: { name: 'Ended', className: 'chip' },
};

/** Formats a local time of the owner: `December 1st 2026, 09:00`. */
const formatLocalTime = (localTime: string) =>
  `${longDate(`${localTime}Z`)}, ${localTime.slice(11, 16)}`;

/** A product that the code is limited to. */
export interface DiscountProduct {
  _id: string;
  title: string;
}

/** Form values as typed. */
export interface DiscountForm {
  code: string;
  kind: DiscountKind;
  value: string;
  /** Local times in the owner's time zone, or empty. */
  from: string;
  until: string;
  maxRedemptions: string;
  maxRedemptionsPerCustomer: string;
  /** Null if the code applies to all products. */
  products: DiscountProduct[] | null;
}

const fieldTextOf = (value: number | string | null) => (value === null ? '' : String(value));

export const discountFormOf = (discount: Discount | null): DiscountForm => ({
  code: discount?.code ?? '',
  kind: discount?.kind ?? 'percent',
  value: fieldTextOf(discount?.value ?? null),
  from: discount?.from ?? '',
  until: discount?.until ?? '',
  maxRedemptions: fieldTextOf(discount?.maxRedemptions ?? null),
  maxRedemptionsPerCustomer: fieldTextOf(discount ? discount.maxRedemptionsPerCustomer : 1),
  products: discount?.products ?? null,
});

const limitOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));

/** Returns the form as a request body. */
export const toDiscountInput = (form: DiscountForm) => ({
  code: form.code,
  kind: form.kind,
  value: parsePrice(form.value),
  from: form.from || null,
  until: form.until || null,
  maxRedemptions: limitOf(form.maxRedemptions),
  maxRedemptionsPerCustomer: limitOf(form.maxRedemptionsPerCustomer),
  products: form.products?.map(({ _id }) => _id) ?? null,
});

/** Letters and digits that are easy to tell apart. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const RANDOM_CODE_LENGTH = 10;

export type Discount = DiscountResponse;
export type Show = DiscountListQuery['show'];
type Changed = z.infer<typeof discountChangeResponse>;
type DiscountInput = ReturnType<typeof toDiscountInput>;

const place = '/api/admin/discounts';
const discountApiPath = (id: string) => `${place}/${encodeURIComponent(id)}`;

export const listDiscounts = (
  { show, page }: { show: Show; page: number },
  signal: AbortSignal,
): Promise<DiscountList> => callApi('GET', `${place}?show=${show}&page=${page}`, { signal });

export const listRedemptions = (
  id: string,
  page: number,
  signal: AbortSignal,
): Promise<DiscountRedemptions> =>
  callApi('GET', `${discountApiPath(id)}/redemptions?page=${page}`, { signal });

/** @param id id of the code to change, or null for a new one */
export const saveDiscount = (id: string | null, body: DiscountInput): Promise<Changed> =>
  id === null ? callApi('POST', place, { body }) : callApi('PUT', discountApiPath(id), { body });

export const endDiscount = (id: string): Promise<Changed> =>
  callApi('POST', `${discountApiPath(id)}/end`);

/** Returns the errors that can be found before sending, by field. */
export function checkDiscountForm(form: DiscountForm): Record<string, string> {
  const fields: Record<string, string> = {};
  const isCount = (typed: string) => typed.trim() === '' || /^[1-9]\d{0,6}$/.test(typed.trim());
  if (!/^[a-z0-9][\w-]{2,39}$/i.test(form.code.trim())) fields.code = discountMessages.code;
  const value = parsePrice(form.value);
  if (form.kind === 'percent') {
    const whole = Number.isInteger(value) && value >= 1 && value <= 100;
    if (!whole) fields.value = discountMessages.percent;
  } else if (!(value > 0)) fields.value = discountMessages.value;
  if (!isCount(form.maxRedemptions)) fields.maxRedemptions = discountMessages.maxRedemptions;
  if (!isCount(form.maxRedemptionsPerCustomer))
    fields.maxRedemptionsPerCustomer = discountMessages.maxRedemptions;
  if (form.products?.length === 0) fields.products = discountMessages.products;
  return fields;
}

/** Returns a random code that is hard to guess. */
export function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CODE_LENGTH * 4));
  // Bytes above the last whole multiple would make some characters more likely than others.
  const byteLimit = 256 - (256 % alphabet.length);
  const letters = [...bytes]
    .filter((byte) => byte < byteLimit)
    .map((byte) => alphabet[byte % alphabet.length]);
  return letters.slice(0, RANDOM_CODE_LENGTH).join('');
}

/** Returns the period in which a code is valid. */
export function periodLabel({ from, until }: Discount): string {
  if (from === null && until === null) return 'Always';
  if (until === null) return `From ${formatLocalTime(from ?? '')}`;
  return `${from === null ? 'Until' : `${formatLocalTime(from)} to`} ${formatLocalTime(until)}`;
}

/** Returns the number of redemptions and their limit. */
export function redemptionsLabel({ redemptions, maxRedemptions, underway }: Discount): string {
  const count =
    maxRedemptions === null
      ? pluralize(redemptions, 'redemption')
      : `${redemptions} of ${pluralize(maxRedemptions, 'redemption')}`;
  return underway > 0 ? `${count}, ${underway} in progress` : count;
}

/** Returns the products of a code and its limit per member. */
export function limitsLabel({ products, maxRedemptionsPerCustomer }: Discount): string {
  const fits =
    products === null
      ? 'All products'
      : products.map(({ title }) => title).join(', ') || 'No product';
  if (maxRedemptionsPerCustomer === null) return fits;
  return `${fits}; ${maxRedemptionsPerCustomer === 1 ? 'once' : `${maxRedemptionsPerCustomer} times`} per member`;
}
