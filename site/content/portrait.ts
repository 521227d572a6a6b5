import type { Profile } from '#contracts/content.ts';
import type { PageImage } from '#contracts/image.ts';

// The pattern matches only portraits, because the build emits every matching image.
const samples = import.meta.glob<PageImage>(
  '../../content/media/avatar*.{png,jpg,jpeg,webp,avif}',
  {
    eager: true,
    import: 'default',
    query: '?image',
  },
);

/** Returns the owner's portrait: a file of CONTENT_DIR/media, or the sample of this name; null if there is none. */
export function portraitOf({ avatar, avatarAlt, name, portrait }: Profile): PageImage | null {
  const image = portrait ?? samples[`../../content/media/${avatar}`];
  return image ? { ...image, alt: avatarAlt || `Portrait of ${name}` } : null;
}
