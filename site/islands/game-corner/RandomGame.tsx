import { useEffect, useState } from 'react';
import type { PageImage } from '#contracts/image.ts';
import { imageSizes } from '../../format/image-sizes.ts';
import { CardCover } from '../ui/CardCover.tsx';
import { useDialog } from '../ui/use-dialog.ts';

/** Milliseconds from the press of the button to the game. */
const DELAY_MS = 1500;

interface Game {
  path: string;
  name: string;
  cover: PageImage;
}

/** A button that picks a random game: covers pile up for a moment, then the page of the game opens. */
export function RandomGame({ games }: { games: readonly Game[] }) {
  const [picked, setPicked] = useState<Game | null>(null);
  const pick = () => setPicked(games[Math.floor(Math.random() * games.length)] ?? null);
  return (
    <>
      <button className="button needs-script" type="button" aria-haspopup="dialog" onClick={pick}>
        Random Game
      </button>
      {picked && <Shuffle games={games} picked={picked} onClose={() => setPicked(null)} />}
    </>
  );
}

function Shuffle(props: { games: readonly Game[]; picked: Game; onClose(): void }) {
  const { games, picked, onClose } = props;
  const { dialog, close } = useDialog(onClose);
  useEffect(() => {
    const timer = setTimeout(() => location.assign(picked.path), DELAY_MS);
    return () => clearTimeout(timer);
  }, [picked]);
  useEffect(() => {
    // A visitor who goes back finds the page in its earlier state.
    addEventListener('pagehide', close);
    return () => removeEventListener('pagehide', close);
  });
  // The last cover lies on top.
  const pile = [...games.filter((game) => game !== picked), picked];
  return (
    <dialog className="shuffle" aria-label="A random game" ref={dialog.ref} onClose={onClose}>
      <div className="shuffle__pile">
        {pile.map((game) => (
          <div
            className={game === picked ? 'shuffle__card shuffle__card--picked' : 'shuffle__card'}
            key={game.path}
          >
            <CardCover slug={game.path} cover={game.cover} sizes={imageSizes.cornerShuffle} first />
          </div>
        ))}
      </div>
      <p className="shuffle__name" role="status">
        Going to <b>{picked.name}</b>
      </p>
    </dialog>
  );
}
