import { useStore } from '@nanostores/react';
import { $likedGames, toggleLikedGame } from '../../stores/liked-games.ts';

interface Props {
  id: number;
  name: string;
}

/** Toggles the like of a game. */
export function Heart({ id, name }: Props) {
  const likes = useStore($likedGames, { ssr: 'initial' });
  return (
    <button
      className="heart needs-script"
      type="button"
      data-like={id}
      aria-pressed={likes.includes(id)}
      aria-label={`Like ${name}`}
      onClick={() => toggleLikedGame(id)}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20C5.5 15.4 3.5 12 3.5 9A4.6 4.6 0 0 1 12 6.6 4.6 4.6 0 0 1 20.5 9c0 3-2 6.4-8.5 11z" />
      </svg>
    </button>
  );
}
