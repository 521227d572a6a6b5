import type { Bucket } from './bucket.ts';
import { StorageError } from './storage-error.ts';

/** Start of the names of objects in buckets that are no part of the site. */
export const INTERNAL_PREFIX = '.personal-site';

/** Start of the name of the object that says whose bucket it is, so that objects of others are never deleted. */
export const OWNER_PREFIX = `${INTERNAL_PREFIX}-owner-`;

/** Variable that names a bucket with an owner. */
export type OwnedBucket = 'PUBLISH_TO' | 'STORAGE';

const contents: Readonly<Record<OwnedBucket, string>> = {
  PUBLISH_TO: 'the pages',
  STORAGE: 'the uploads and backups',
};

/** Content of the object that marks a bucket, for people who find it there. */
export const ownerNotice = Buffer.from('The server of this site deletes other files here.\n');

/** Returns the name of the object that marks a bucket as that of a site. */
export const ownerMarkerOf = (siteId: string) => OWNER_PREFIX + siteId;

/**
 * Returns the object that marks a bucket as that of another site.
 * @param siteId undefined if this site has no ID in buckets yet
 */
export const findOtherOwner = (names: readonly string[], siteId: unknown): string | undefined =>
  names.find((name) => name.startsWith(OWNER_PREFIX) && name !== ownerMarkerOf(String(siteId)));

/** Completes a sentence that begins with 'The bucket contains'. */
export const describeOtherOwner = (marker: string, variable: OwnedBucket) =>
  `${contents[variable]} of another site. Name another bucket or folder in ${variable}; if that site is gone, delete ${marker} there.`;

/** Returns the names of the objects that mark a bucket, one per site. @throws StorageError */
export async function listOwnerMarkers(bucket: Bucket): Promise<string[]> {
  return (await Array.fromAsync(bucket.list(OWNER_PREFIX))).map(({ name }) => name);
}

/**
 * Marks the store of STORAGE as that of a site; call it before writing or deleting there.
 * @throws StorageError, also if another site has marked it
 */
export async function claimStorage(bucket: Bucket, siteId: string): Promise<void> {
  const readMarkers = async () => {
    const markers = await listOwnerMarkers(bucket);
    const other = findOtherOwner(markers, siteId);
    if (other === undefined) return markers;
    const description = describeOtherOwner(other, 'STORAGE');
    throw new StorageError('refused', `${bucket.url} contains ${description}`);
  };
  if ((await readMarkers()).length > 0) return;
  await bucket.put(ownerMarkerOf(siteId), ownerNotice);
  // Another site may have marked it at the same time.
  await readMarkers();
}
