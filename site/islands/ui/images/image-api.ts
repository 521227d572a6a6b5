import type {
  ImageFilter,
  ImageSort,
  StoredImage,
  StoredList,
  Uploaded,
} from '#contracts/upload.ts';
import { callApi } from '../../../client/api-client.ts';

/** Returns the file name of a URL. */
export const urlFileName = (url: string): string => url.split('/').at(-1) ?? url;

/** Returns the name of an image for use in a sentence. */
export const imageNameOf = ({ name, url, folder, by }: StoredImage): string =>
  folder === 'avatars' ? `the profile picture of ${by}` : name || urlFileName(url);

export type UploadFolder = 'articles' | 'products';

/** Uploads an image to the media library. */
export const uploadImage = async (
  file: Blob,
  name: string,
  folder: UploadFolder,
): Promise<Uploaded> => {
  const body = new FormData();
  body.append('file', file, name);
  const path = `/api/upload?folder=${folder}`;
  return (await callApi<{ result: Uploaded }>('POST', path, { body })).result;
};

/**
 * Sets the alt text of an image of the media library.
 * @param onlyEmpty true to keep an existing alt text
 */
export const saveAltText = (
  id: string,
  alt: string,
  onlyEmpty = false,
): Promise<{ msg: string; alt: string }> =>
  callApi('PUT', `/api/admin/uploads/${encodeURIComponent(id)}`, {
    body: { alt, ...(onlyEmpty && { onlyEmpty }) },
  });

/** Query of the media library. */
export interface StoredQuery {
  show: ImageFilter;
  search: string;
  sort: ImageSort;
  page: number;
}

/** Returns one page of the media library. */
export function listStored(query: StoredQuery, signal: AbortSignal): Promise<StoredList> {
  const search = new URLSearchParams({ ...query, page: String(query.page) });
  return callApi('GET', `/api/admin/uploads?${search}`, { signal });
}

/** @param used true to delete it even if it is in use */
export const deleteImage = (id: string, used: boolean): Promise<{ msg: string }> =>
  callApi('POST', '/api/destroy', { body: { public_id: id, ...(used && { used }) } });

export const deleteUnused = (): Promise<{ msg: string }> =>
  callApi('DELETE', '/api/admin/uploads/unused');
