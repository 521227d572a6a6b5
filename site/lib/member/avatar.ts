import { avatarSources } from '#contracts/avatar.ts';
import { initialsOf } from '../initials.ts';
import { element } from '../search/elements.ts';
import { toneOf } from './tone.ts';

/** CSS pixels of the picture beside what somebody says. */
const FACE_SIDE = 40;

/**
 * The picture of a member, or their initials. It says nothing to a screen reader: the name stands
 * beside it.
 * @param side in CSS pixels
 */
export function avatarOf(
  { name, avatar }: { name: string; avatar: string | null },
  side = FACE_SIDE,
) {
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
