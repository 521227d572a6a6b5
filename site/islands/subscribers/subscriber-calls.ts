import type { z } from 'zod';
import type {
  SubscriberResponse,
  subscriberExportResponse,
  subscriberListResponse,
} from '#contracts/subscriber.ts';
import { callApi } from '../../client/api-client.ts';
import { saveCsv } from '../../client/save-file.ts';

export type Subscriber = SubscriberResponse;
export type SubscriberList = z.infer<typeof subscriberListResponse>;

export interface SubscriberQuery {
  show: 'all' | 'confirmed' | 'unconfirmed';
  page: number;
}

export function listSubscribers(
  { show, page }: SubscriberQuery,
  signal: AbortSignal,
): Promise<SubscriberList> {
  const search = new URLSearchParams({ show, page: String(page) });
  return callApi('GET', `/api/admin/subscribers?${search}`, { signal });
}

export const deleteSubscriber = (id: string): Promise<unknown> =>
  callApi('DELETE', `/api/admin/subscribers/${encodeURIComponent(id)}`);

/** Downloads all confirmed subscribers as a file. */
export async function saveExport(): Promise<void> {
  const path = '/api/admin/subscribers/export';
  saveCsv(await callApi<z.infer<typeof subscriberExportResponse>>('GET', path));
}
