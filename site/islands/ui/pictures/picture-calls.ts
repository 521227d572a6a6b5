import type { PictureFilter, PictureSort, StoredList, Uploaded } from '#contracts/upload.ts';
import { callApi } from '../../../client/api-client.ts';

export type UploadFolder = 'articles' | 'products';

/** Takes a picture into the store. */
export const uploadPicture = async (
  file: Blob,
  name: string,
  folder: UploadFolder,
): Promise<Uploaded> => {
  const body = new FormData();
  body.append('file', file, name);
  const path = `/api/upload?folder=${folder}`;
  return (await callApi<{ result: Uploaded }>('POST', path, { body })).result;
};

/** Says what a picture of the store shows. @param onlyEmpty whether words that are there stay */
export const describePicture = (
  id: string,
  alt: string,
  onlyEmpty = false,
): Promise<{ msg: string; alt: string }> =>
  callApi('PUT', `/api/admin/uploads/${encodeURIComponent(id)}`, {
    body: { alt, ...(onlyEmpty && { onlyEmpty }) },
  });

/** Which pictures of the store are asked for. */
export interface StoredQuery {
  show: PictureFilter;
  search: string;
  sort: PictureSort;
  page: number;
}

/** One page of the store. */
export function listStored(query: StoredQuery, signal: AbortSignal): Promise<StoredList> {
  const search = new URLSearchParams({ ...query, page: String(query.page) });
  return callApi('GET', `/api/admin/uploads?${search}`, { signal });
}
