import type { z } from 'zod';
import type {
  ListedUser,
  UserFilter,
  UserSort,
  userChangeResponse,
  userListResponse,
} from '#contracts/user-list.ts';
import { callApi } from '../../client/api-client.ts';

export type User = ListedUser;
export type UserList = z.infer<typeof userListResponse>;
type Changed = z.infer<typeof userChangeResponse>;

export interface UserQuery {
  search: string;
  show: UserFilter;
  /** Column and direction. */
  sort: `${UserSort} ${'asc' | 'desc'}`;
  page: number;
}

export function listUsers(query: UserQuery, signal: AbortSignal): Promise<UserList> {
  const [sort = '', order = ''] = query.sort.split(' ');
  const search = new URLSearchParams({ ...query, sort, order, page: String(query.page) });
  return callApi('GET', `/api/admin/users?${search}`, { signal });
}

const address = (id: string) => `/api/admin/users/${encodeURIComponent(id)}`;

export const inviteUser = (input: {
  name: string;
  email: string;
  role: number;
}): Promise<Changed> => callApi('POST', '/api/admin/users', { body: input });

export const inviteAgain = (id: string): Promise<{ msg: string }> =>
  callApi('POST', `${address(id)}/invitation`);

export const changeUser = (
  id: string,
  change: { role?: number; suspended?: boolean },
): Promise<Changed> => callApi('PUT', address(id), { body: change });

export const deleteUser = (id: string, comments: 'keep' | 'remove'): Promise<{ msg: string }> =>
  callApi('DELETE', `/api/user/${encodeURIComponent(id)}?comments=${comments}`);
