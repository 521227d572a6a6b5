import type { GameScreen } from '#games/kit/view/screens.ts';
import { HowToPlay } from './HowToPlay.tsx';
import { useFocusOn } from './use-focus-on.ts';

/** A pause, or the question whether to end a game that has no end of its own. */
export function PauseScreen({ screen }: { screen: Extract<GameScreen, { kind: 'pause' }> }) {
  const { meta, score, asksToEnd, takesFocus, resume, restart, leave, end } = screen;
  const resumeButton = useFocusOn<HTMLButtonElement>(takesFocus, screen);
  return (
    <div className="game-screen">
      <h2 className="game-ending">{asksToEnd ? 'End this game?' : 'Paused'}</h2>
      {end && (
        <p className="game-score">
          Score <strong>{score}</strong>
        </p>
      )}
      <div className="game-acts">
        <button
          ref={resumeButton}
          type="button"
          className="game-button game-button--main"
          onClick={resume}
        >
          {asksToEnd ? 'Keep playing' : 'Resume'}
        </button>
        {end && (
          <button type="button" className="game-button" onClick={end}>
            End game
          </button>
        )}
        <button type="button" className="game-button" onClick={restart}>
          Restart
        </button>
        <button type="button" className="game-button" onClick={leave}>
          Title screen
        </button>
      </div>
      <HowToPlay meta={meta} />
    </div>
  );
}
