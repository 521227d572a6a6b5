import type { z } from 'zod';
import type {
  AdminOrderResponse,
  dismissedResponse,
  orderListResponse,
  refundAnswer,
} from '#contracts/order.ts';
import type { OrderState } from '#contracts/order-states.ts';
import type { SalesReport, salesExportResponse } from '#contracts/sales.ts';
import { callApi, openApi } from '../../client/api-client.ts';
import { saveCsv, saveFile } from '../../client/save-file.ts';

export type OrderList = z.infer<typeof orderListResponse>;
export type ListedOrder = OrderList['payments'][number];
export type AdminOrder = AdminOrderResponse;

/** Which orders the list asks for. */
export interface OrderQuery {
  search: string;
  state: OrderState;
  page: number;
}

/** Which months the report is about; empty is what is usual. */
export interface SalesAsked {
  from: string;
  to: string;
  currency: string;
}

/** Milliseconds that a file with all orders may take. */
const FILE_PATIENCE_MS = 600_000;

const filled = (words: Record<string, string>) =>
  new URLSearchParams(Object.entries(words).filter(([, value]) => value !== ''));

export function listOrders(query: OrderQuery, signal: AbortSignal): Promise<OrderList> {
  const { search, state, page } = query;
  const words = filled({ search, state, page: String(page) });
  return callApi('GET', `/api/payment?${words}`, { signal });
}

/** Fetches the orders that are listed, all pages of them, and hands them over as a file to save. */
export async function saveOrders({ search, state }: OrderQuery): Promise<void> {
  const path = `/api/payment/export?${filled({ search, state })}`;
  const answer = await openApi('GET', path, { patience: FILE_PATIENCE_MS });
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  saveFile(name ?? 'orders.csv', await answer.blob());
}

const address = (id: string) => `/api/payment/${encodeURIComponent(id)}`;

export const readOrder = async (id: string, signal?: AbortSignal): Promise<AdminOrder> =>
  (await callApi<{ order: AdminOrder }>('GET', address(id), signal ? { signal } : {})).order;

/** All that is left goes back where neither an amount nor lines are named, the latter by their `_id`. */
export const giveBack = (
  id: string,
  wish: { amount?: number; lines?: string[]; reason: string },
): Promise<z.infer<typeof refundAnswer>> =>
  callApi('POST', `${address(id)}/refunds`, { body: wish });

/** Puts money aside that fits no order, once it is settled with the provider. */
export const putAside = (paymentID: string): Promise<z.infer<typeof dismissedResponse>> =>
  callApi('POST', `/api/payment/trouble/${encodeURIComponent(paymentID)}/settled`);

export const readSales = (asked: SalesAsked, signal: AbortSignal): Promise<SalesReport> =>
  callApi('GET', `/api/admin/sales?${filled({ ...asked })}`, { signal });

/** Fetches the report by month and product and hands it over as a file to save. */
export async function saveSales(asked: SalesAsked): Promise<void> {
  const path = `/api/admin/sales/export?${filled({ ...asked })}`;
  saveCsv(await callApi<z.infer<typeof salesExportResponse>>('GET', path));
}
