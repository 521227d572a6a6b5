import type { PictureFilter, PictureSort, StoredList, StoredPicture } from '#contracts/upload.ts';
import { callApi } from '../../lib/api-client.ts';

export type { PictureFilter, PictureSort, StoredList, StoredPicture };

/** @param used whether it goes even where something shows it */
export const deletePicture = (id: string, used: boolean): Promise<{ msg: string }> =>
  callApi('POST', '/api/destroy', { body: { public_id: id, ...(used && { used }) } });

export const deleteUnused = (): Promise<{ msg: string }> =>
  callApi('DELETE', '/api/admin/uploads/unused');
