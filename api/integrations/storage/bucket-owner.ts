/** Start of the names of objects in the bucket of PUBLISH_TO that are no part of the site. */
export const INTERNAL_PREFIX = '.personal-site';

/** Start of the name of the object that says whose bucket it is, so that objects of others are never deleted. */
export const OWNER_PREFIX = `${INTERNAL_PREFIX}-owner-`;

/** Returns the name of the object that marks a bucket as that of a site. */
export const ownerMarkerOf = (siteId: string) => OWNER_PREFIX + siteId;

/**
 * Returns the object that marks a bucket as that of another site.
 * @param siteId undefined if this site has no ID in buckets yet
 */
export const findOtherOwner = (names: readonly string[], siteId: unknown): string | undefined =>
  names.find((name) => name.startsWith(OWNER_PREFIX) && name !== ownerMarkerOf(String(siteId)));

/** Completes a sentence that begins with 'The bucket contains'. */
export const describeOtherOwner = (marker: string) =>
  `the pages of another site. Name another bucket or folder in PUBLISH_TO; if that site is gone, delete ${marker} there.`;
