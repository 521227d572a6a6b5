import type { GameMode } from '#games/kit/meta.ts';
import type { GameScreen } from '#games/kit/view/screens.ts';
import { Icon } from '../ui/Icon.tsx';
import { HowToPlay } from './HowToPlay.tsx';
import { useFocusOn } from './use-focus-on.ts';

type Title = Extract<GameScreen, { kind: 'title' }>;

/** Name of the game, choice of a mode, and Play. */
export function TitleScreen({ screen }: { screen: Title }) {
  const { meta, note, play, takesFocus } = screen;
  const playButton = useFocusOn<HTMLButtonElement>(takesFocus, screen);
  return (
    <div className="game-screen game-screen--title">
      <h2 className="game-title">{meta.name}</h2>
      <p className="game-tagline">{meta.tagline}</p>
      {meta.modes.length > 1 && <ModeChoice screen={screen} />}
      <button
        ref={playButton}
        type="button"
        className="game-button game-button--main"
        onClick={play}
      >
        <Icon name="play" />
        Play
      </button>
      {note !== null && <p className="game-note">{note}</p>}
      <HowToPlay meta={meta} />
    </div>
  );
}

function ModeChoice({ screen: { meta, mode, bestOf, choose } }: { screen: Title }) {
  const about = (candidate: GameMode) => {
    const best = bestOf(candidate);
    return best === null ? candidate.about : `${candidate.about} Your best: ${best}.`;
  };
  return (
    <fieldset className="game-modes">
      <legend className="game-hidden">Mode</legend>
      {meta.modes.map((candidate) => (
        <label key={candidate.id} className="game-mode">
          <input
            type="radio"
            name={`mode-of-${meta.game}`}
            value={candidate.id}
            checked={candidate.id === mode.id}
            onChange={() => choose(candidate)}
          />
          <strong>{candidate.name}</strong>
          <span>{about(candidate)}</span>
        </label>
      ))}
    </fieldset>
  );
}
