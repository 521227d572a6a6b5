import type { z } from 'zod';
import type {
  DiscountList,
  DiscountListQuery,
  DiscountResponse,
  DiscountUses,
  discountChangeResponse,
} from '#contracts/discount.ts';
import { callApi } from '../../client/api-client.ts';
import type { toDiscountInput } from './form.ts';

export type Discount = DiscountResponse;
export type Show = DiscountListQuery['show'];
type Changed = z.infer<typeof discountChangeResponse>;
type Wish = ReturnType<typeof toDiscountInput>;

const place = '/api/admin/discounts';
const address = (id: string) => `${place}/${encodeURIComponent(id)}`;

export const listDiscounts = (
  { show, page }: { show: Show; page: number },
  signal: AbortSignal,
): Promise<DiscountList> => callApi('GET', `${place}?show=${show}&page=${page}`, { signal });

export const listRedemptions = (
  id: string,
  page: number,
  signal: AbortSignal,
): Promise<DiscountUses> => callApi('GET', `${address(id)}/uses?page=${page}`, { signal });

/** @param id id of the code to change, or null for a new one */
export const saveDiscount = (id: string | null, body: Wish): Promise<Changed> =>
  id === null ? callApi('POST', place, { body }) : callApi('PUT', address(id), { body });

export const endDiscount = (id: string): Promise<Changed> => callApi('POST', `${address(id)}/end`);
