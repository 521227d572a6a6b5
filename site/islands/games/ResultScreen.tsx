import { useState } from 'react';
import type { GameScreen } from '#games/kit/view/screens.ts';

/** How a game ended, its score, and what to do next. */
export function ResultScreen({ screen }: { screen: Extract<GameScreen, { kind: 'result' }> }) {
  const { againLabel, ending, score, best, isBest, address, again, watch, leave } = screen;
  return (
    <div className="game-screen game-screen--result">
      <h2 className="game-ending" tabIndex={-1}>
        {ending}
      </h2>
      <p className="game-score">
        Score <strong>{score}</strong>
        {isBest ? <span>A new best!</span> : best !== null && <span>Best: {best}</span>}
      </p>
      <div className="game-acts">
        <button type="button" className="game-button game-button--main" onClick={again}>
          {againLabel}
        </button>
        <button type="button" className="game-button" onClick={watch}>
          Watch it again
        </button>
        <CopyLink key={address} address={address} />
        <button type="button" className="game-button" onClick={leave}>
          Title screen
        </button>
      </div>
    </div>
  );
}

/** Copies a link to the same game; where the clipboard is not available, shows it to be copied by hand. */
function CopyLink({ address }: { address: string }) {
  const [state, setState] = useState<'offered' | 'copied' | 'refused'>('offered');
  if (state === 'refused') {
    return (
      <input
        className="game-address"
        readOnly
        value={address}
        aria-label="Link to this game"
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  }
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setState('copied');
    } catch {
      // No permission, or no clipboard on an insecure page.
      setState('refused');
    }
  }
  return (
    <button type="button" className="game-button" onClick={() => void copy()}>
      {state === 'copied' ? 'Copied' : 'Copy link to this game'}
    </button>
  );
}
