import type {
  OutboxEntry,
  OutboxFilter,
  OutboxQuery,
  OutboxResponse,
  OutboxSource,
} from '#contracts/outbox.ts';
import { callApi } from '../../client/api-client.ts';

export type Entry = OutboxEntry;
export type Outbox = OutboxResponse;
export type { OutboxFilter, OutboxSource };

export function listOutbox(query: OutboxQuery, signal: AbortSignal): Promise<Outbox> {
  const search = new URLSearchParams({ ...query, page: String(query.page) });
  return callApi('GET', `/api/admin/jobs?${search}`, { signal });
}

const places = {
  publishing: '/api/jobs',
  mail: '/api/admin/mails',
  posts: '/api/admin/cross-posts',
} as const satisfies Record<OutboxSource, string>;

const address = ({ source, id }: Entry) => `${places[source]}/${encodeURIComponent(id)}`;

export const retryEntry = (entry: Entry): Promise<unknown> =>
  callApi('POST', `${address(entry)}/retry`);
export const cancelEntry = (entry: Entry): Promise<unknown> =>
  callApi('POST', `${address(entry)}/cancel`);
