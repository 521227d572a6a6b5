import type { z } from 'zod';
import type {
  SubscriberResponse,
  subscriberExportResponse,
  subscriberListResponse,
} from '#contracts/subscriber.ts';
import { callApi } from '../../lib/api-client.ts';

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

/** Fetches everybody who confirmed and hands the table over as a file to save. */
export async function saveExport(): Promise<void> {
  const { file, csv } = await callApi<z.infer<typeof subscriberExportResponse>>(
    'GET',
    '/api/admin/subscribers/export',
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  link.download = file;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
