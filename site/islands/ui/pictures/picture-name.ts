import type { StoredPicture } from '#contracts/upload.ts';

/** Returns the file name of a URL. */
export const fileOf = (url: string): string => url.split('/').at(-1) ?? url;

/** Returns the name of an image for use in a sentence. */
export const nameOf = ({ name, url, folder, by }: StoredPicture): string =>
  folder === 'avatars' ? `the profile picture of ${by}` : name || fileOf(url);
