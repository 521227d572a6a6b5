import type { StoredPicture } from '#contracts/upload.ts';

/** The file that an address names. */
export const fileOf = (url: string): string => url.split('/').at(-1) ?? url;

/** What a picture is called where a sentence names it. */
export const nameOf = ({ name, url, folder, by }: StoredPicture): string =>
  folder === 'avatars' ? `the profile picture of ${by}` : name || fileOf(url);
