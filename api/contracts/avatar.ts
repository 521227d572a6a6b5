/** Side lengths of the squares of an avatar, in pixels, smallest first. */
export const AVATAR_SIDES = [48, 96, 192] as const;
/** Formats of each square, best first. */
export const AVATAR_FORMATS = ['avif', 'webp'] as const;

/** Folder of avatars, in URLs and in the folder of uploads. */
export const AVATAR_FOLDER = 'avatars';

export const avatarFile = (name: string, side: number, format: (typeof AVATAR_FORMATS)[number]) =>
  `${name}-${side}.${format}`;

export const avatarFiles = (name: string): string[] =>
  AVATAR_FORMATS.flatMap((format) => AVATAR_SIDES.map((side) => avatarFile(name, side, format)));

/** Returns the URL of an avatar: its largest square in the most compatible format. */
export const avatarUrl = (name: string) =>
  `/media/${AVATAR_FOLDER}/${avatarFile(name, 192, 'webp')}`;

/** Returns the `srcset` values for `<source>` and `<img>` of an avatar URL. */
export function avatarSources(url: string): { avif: string; webp: string } {
  const stem = url.replace(/-192\.webp$/, '');
  const set = (format: string) =>
    AVATAR_SIDES.map((side) => `${stem}-${side}.${format} ${side}w`).join(', ');
  return { avif: set('avif'), webp: set('webp') };
}
