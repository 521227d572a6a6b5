import type { z } from 'zod';
import type {
  ContactMessageResponse,
  messageChangeResponse,
  messageListResponse,
} from '#contracts/contact.ts';
import { callApi } from '../../client/api-client.ts';

export type Message = ContactMessageResponse;
export type MessageList = z.infer<typeof messageListResponse>;

export interface MessageQuery {
  show: 'all' | 'unread';
  page: number;
}

const address = (id: string) => `/api/admin/messages/${encodeURIComponent(id)}`;

export function listMessages(query: MessageQuery, signal: AbortSignal): Promise<MessageList> {
  const search = new URLSearchParams({ show: query.show, page: String(query.page) });
  return callApi('GET', `/api/admin/messages?${search}`, { signal });
}

export const markMessage = (
  id: string,
  read: boolean,
): Promise<z.infer<typeof messageChangeResponse>> =>
  callApi('PUT', address(id), { body: { read } });

export const deleteMessage = (id: string): Promise<unknown> => callApi('DELETE', address(id));
