/** Sides of the squares an avatar is made in, in pixels, the smallest first. */
export const AVATAR_SIDES = [48, 96, 192] as const;
/** Formats of each square, the best first. */
export const AVATAR_FORMATS = ['avif', 'webp'] as const;

/** Where avatars lie, below the address and below the folder of uploads. */
export const AVATAR_FOLDER = 'avatars';

/** Name of one square; `name` is that of the avatar. */
export const avatarFile = (name: string, side: number, format: (typeof AVATAR_FORMATS)[number]) =>
  `${name}-${side}.${format}`;

/** All files of an avatar. */
export const avatarFiles = (name: string): string[] =>
  AVATAR_FORMATS.flatMap((format) => AVATAR_SIDES.map((side) => avatarFile(name, side, format)));

/** What stands for an avatar in answers: its largest square, in the format that everything reads. */
export const avatarAddress = (name: string) =>
  `/media/${AVATAR_FOLDER}/${avatarFile(name, 192, 'webp')}`;

/** Squares by density for `<source>` and `<img>`, from the address of an avatar. */
export function avatarSources(address: string): { avif: string; webp: string } {
  const stem = address.replace(/-192\.webp$/, '');
  const set = (format: string) =>
    AVATAR_SIDES.map((side) => `${stem}-${side}.${format} ${side}w`).join(', ');
  return { avif: set('avif'), webp: set('webp') };
}
