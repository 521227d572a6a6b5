import { avatarSources } from '#contracts/avatar.ts';
import { initialsOf } from '../../lib/initials.ts';
import { toneOf } from '../../lib/member/tone.ts';

interface Props {
  name: string;
  avatar: string | null;
  /** In CSS pixels. */
  side: number;
}

/** The picture of a member, or their initials; the same as `avatarOf` of lib/member. */
export function Avatar({ name, avatar, side }: Props) {
  if (avatar === null) {
    return <span className="avatar" data-tone={toneOf(name)} data-initials={initialsOf(name)} />;
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
