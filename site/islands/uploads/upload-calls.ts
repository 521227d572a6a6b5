import type { PictureFilter, PictureSort, StoredList, StoredPicture } from '#contracts/upload.ts';
import { callApi } from '../../lib/api-client.ts';

export type { PictureFilter, PictureSort, StoredList, StoredPicture };

export interface StoredQuery {
  show: PictureFilter;
  search: string;
  sort: PictureSort;
  page: number;
}

export function listStored(query: StoredQuery, signal: AbortSignal): Promise<StoredList> {
  const search = new URLSearchParams({ ...query, page: String(query.page) });
  return callApi('GET', `/api/admin/uploads?${search}`, { signal });
}

/** @param used whether it goes even where something shows it */
export const deletePicture = (id: string, used: boolean): Promise<{ msg: string }> =>
  callApi('POST', '/api/destroy', { body: { public_id: id, ...(used && { used }) } });

export const deleteUnused = (): Promise<{ msg: string }> =>
  callApi('DELETE', '/api/admin/uploads/unused');
