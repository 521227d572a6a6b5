import type { Profile } from '#contracts/content.ts';
import type { Picture } from '#contracts/picture.ts';

// The pattern matches only portraits, because the build emits every matching image.
const samples = import.meta.glob<Picture>('../../content/media/avatar*.{png,jpg,jpeg,webp,avif}', {
  eager: true,
  import: 'default',
  query: '?picture',
});

/** Returns the owner's portrait: a file of CONTENT_DIR/media, or the sample of this name; null if there is none. */
export function portraitOf({ avatar, avatarAlt, name, portrait }: Profile): Picture | null {
  const picture = portrait ?? samples[`../../content/media/${avatar}`];
  return picture ? { ...picture, alt: avatarAlt || `Portrait of ${name}` } : null;
}
