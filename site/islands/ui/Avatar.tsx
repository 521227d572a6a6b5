import { avatarSources } from '#contracts/avatar.ts';
import { avatarColor, initialsOf } from '../../format/initials.ts';

interface Props {
  name: string;
  avatar: string | null;
  /** In CSS pixels. */
  side: number;
}

/**
 * Profile picture of a member, or their initials. Hidden from screen readers, because the name is next to it.
 */
export function Avatar({ name, avatar, side }: Props) {
  if (avatar === null) {
    return (
      <span className="avatar" data-tone={avatarColor(name)} data-initials={initialsOf(name)} />
    );
  }
  const { avif, webp } = avatarSources(avatar);
  const sizes = `${side}px`;
  return (
    <span className="avatar">
      <picture>
        <source type="image/avif" srcSet={avif} sizes={sizes} />
        <img src={avatar} srcSet={webp} sizes={sizes} alt="" width={side} height={side} />
      </picture>
    </span>
  );
}
