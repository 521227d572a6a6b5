import { avatarSources } from '#contracts/avatar.ts';
import { nameHash } from '#contracts/name-hash.ts';
import { initialsOf } from '../initials.ts';
import { element } from '../search/elements.ts';

/** Colours of who has no picture, always the same for a name. */
const tones = ['ink', 'teal', 'vermilion', 'plum', 'ochre'] as const;

/** Colour of a name's initials. */
export const toneOf = (name: string) => tones[nameHash(name) % tones.length] ?? 'ink';

/**
 * The picture of a member, or their initials. It says nothing to a screen reader: the name stands
 * beside it.
 * @param side in CSS pixels
 */
export function avatarOf({ name, avatar }: { name: string; avatar: string | null }, side: number) {
  if (avatar === null) {
    // Drawn by the style sheet: where it stands alone in a link it must not count as its name.
    const drawn = { 'data-tone': toneOf(name), 'data-initials': initialsOf(name) };
    return element('span', { class: 'avatar', ...drawn });
  }
  const { avif, webp } = avatarSources(avatar);
  const sizes = `${side}px`;
  const square = { width: String(side), height: String(side) };
  const image = element('img', { src: avatar, srcset: webp, sizes, alt: '', ...square });
  const source = element('source', { type: 'image/avif', srcset: avif, sizes });
  return element('span', { class: 'avatar' }, element('picture', {}, source, image));
}
