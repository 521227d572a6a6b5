import type { z } from 'zod';
import type {
  AdminOrderResponse,
  dismissedResponse,
  orderListResponse,
  refundedResponse,
} from '#contracts/order.ts';
import type { OrderState } from '#contracts/order-states.ts';
import type { SalesReport, salesExportResponse } from '#contracts/sales.ts';
import { callApi, openApi } from '../../client/api-client.ts';
import { saveCsv, saveFile } from '../../client/save-file.ts';

export type OrderList = z.infer<typeof orderListResponse>;
export type ListedOrder = OrderList['payments'][number];
export type AdminOrder = AdminOrderResponse;

/** Filter and page of the order list. */
export interface OrderQuery {
  search: string;
  state: OrderState;
  page: number;
}

/** Months and currency of the report; empty values are the defaults. */
export interface SalesQuery {
  from: string;
  to: string;
  currency: string;
}

/** Time limit of the order export, in milliseconds. */
const FILE_TIMEOUT_MS = 600_000;

const withoutEmpty = (parameters: Record<string, string>) =>
  new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));

export function listOrders(query: OrderQuery, signal: AbortSignal): Promise<OrderList> {
  const { search, state, page } = query;
  const parameters = withoutEmpty({ search, state, page: String(page) });
  return callApi('GET', `/api/payment?${parameters}`, { signal });
}

/** Saves the matching orders of all pages as a file. */
export async function saveOrders({ search, state }: OrderQuery): Promise<void> {
  const path = `/api/payment/export?${withoutEmpty({ search, state })}`;
  const response = await openApi('GET', path, { timeout: FILE_TIMEOUT_MS });
  const [, name] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(name ?? 'orders.csv', await response.blob());
}

const orderPath = (id: string) => `/api/payment/${encodeURIComponent(id)}`;

export const readOrder = async (id: string, signal?: AbortSignal): Promise<AdminOrder> =>
  (await callApi<{ order: AdminOrder }>('GET', orderPath(id), signal ? { signal } : {})).order;

/** Refunds an amount, or lines by the `_id` of their products; without both, the remaining amount. */
export const refundOrder = (
  id: string,
  refund: { amount?: number; lines?: string[]; reason: string },
): Promise<z.infer<typeof refundedResponse>> =>
  callApi('POST', `${orderPath(id)}/refunds`, { body: refund });

/** Dismisses an unmatched payment that was resolved with the provider. */
export const dismissPayment = (paymentID: string): Promise<z.infer<typeof dismissedResponse>> =>
  callApi('POST', `/api/payment/unmatched/${encodeURIComponent(paymentID)}/dismiss`);

export const readSales = (salesQuery: SalesQuery, signal: AbortSignal): Promise<SalesReport> =>
  callApi('GET', `/api/admin/sales?${withoutEmpty({ ...salesQuery })}`, { signal });

/** Saves the report by month and product as a file. */
export async function saveSales(salesQuery: SalesQuery): Promise<void> {
  const path = `/api/admin/sales/export?${withoutEmpty({ ...salesQuery })}`;
  saveCsv(await callApi<z.infer<typeof salesExportResponse>>('GET', path));
}
