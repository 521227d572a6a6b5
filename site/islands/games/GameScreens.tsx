import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { GameMeta, GameMode } from '#games/kit/meta.ts';
import type { GameScreen, PageState } from '#games/kit/view/game-view.ts';
import { Icon } from '../ui/Icon.tsx';
import { TableHead } from '../ui/TableHead.tsx';

const COMMON_CONTROLS = [
  { does: 'Pause', keys: 'P or Esc', touch: 'Pause button', gamepad: 'Start' },
  { does: 'Sound', keys: 'M', touch: 'Sound button', gamepad: '–' },
  { does: 'Settings', keys: 'Settings button', touch: 'Settings button', gamepad: 'Select' },
] as const;

type Title = Extract<GameScreen, { kind: 'title' }>;
type Pause = Extract<GameScreen, { kind: 'pause' }>;

/** Name of the game, choice of a mode, and Play. */
export function TitleScreen({ screen }: { screen: Title }) {
  const { meta, note, play, focused } = screen;
  const playButton = useFocusOn<HTMLButtonElement>(focused === 'play', screen);
  return (
    <div className="game-screen game-screen--title">
      <h2 className="game-title">{meta.name}</h2>
      <p className="game-tagline">{meta.tagline}</p>
      {meta.modes.length > 1 && <ModeOptions screen={screen} />}
      <div className="game-actions">
        <button
          ref={playButton}
          type="button"
          className="game-button game-button--main"
          onClick={play}
        >
          <Icon name="play" />
          Play
        </button>
        <SettingsButton screen={screen} />
      </div>
      {note !== null && <p className="game-note">{note}</p>}
      <HowToPlay meta={meta} />
    </div>
  );
}

function ModeOptions({ screen }: { screen: Title }) {
  const { meta, mode, bestOf, choose, focused } = screen;
  const chosen = useFocusOn<HTMLInputElement>(focused === 'mode', screen);
  const about = (candidate: GameMode) => {
    const best = bestOf(candidate);
    return best === null ? candidate.about : `${candidate.about} Your best: ${best}.`;
  };
  return (
    <fieldset className="game-options">
      <legend className="game-hidden">Mode</legend>
      {meta.modes.map((candidate) => (
        <label key={candidate.id} className="game-option">
          <input
            ref={candidate.id === mode.id ? chosen : undefined}
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

/** A pause, or the question whether to end a game that has no end of its own. */
export function PauseScreen({ screen }: { screen: Pause }) {
  const { meta, score, confirmsEnd, focused, resume, restart, leave, end } = screen;
  const resumeButton = useFocusOn<HTMLButtonElement>(focused === 'resume', screen);
  return (
    <div className="game-screen">
      <h2 className="game-ending">{confirmsEnd ? 'End this game?' : 'Paused'}</h2>
      {end && (
        <p className="game-score">
          Score <strong>{score}</strong>
        </p>
      )}
      <div className="game-actions">
        <button
          ref={resumeButton}
          type="button"
          className="game-button game-button--main"
          onClick={resume}
        >
          {confirmsEnd ? 'Keep playing' : 'Resume'}
        </button>
        {end && (
          <button type="button" className="game-button" onClick={end}>
            End game
          </button>
        )}
        <button type="button" className="game-button" onClick={restart}>
          Restart
        </button>
        <SettingsButton screen={screen} />
        <button type="button" className="game-button" onClick={leave}>
          Title screen
        </button>
      </div>
      <HowToPlay meta={meta} />
    </div>
  );
}

/** Opens the settings, which return the focus to it. */
function SettingsButton({ screen }: { screen: Title | Pause }) {
  const button = useFocusOn<HTMLButtonElement>(screen.focused === 'settings', screen);
  return (
    <button ref={button} type="button" className="game-button" onClick={screen.openSettings}>
      Settings
    </button>
  );
}

interface SettingsProps {
  screen: Extract<GameScreen, { kind: 'settings' }>;
  pageState: Pick<PageState, 'isSoundOn' | 'volume' | 'isPadShown'>;
}

/** Sound, its volume, and the on-screen pad. */
export function SettingsScreen({ screen, pageState }: SettingsProps) {
  const { toggleSound, setVolume, togglePad, back } = screen;
  const { isSoundOn, volume, isPadShown } = pageState;
  const heading = useId();
  return (
    <div className="game-screen">
      <h2 id={heading} className="game-ending">
        Settings
      </h2>
      <fieldset className="game-options game-options--settings" aria-labelledby={heading}>
        <label className="game-option">
          <input type="checkbox" checked={isSoundOn} onChange={toggleSound} />
          <strong>Sound</strong>
        </label>
        <label className="game-option game-option--volume">
          <strong>Volume</strong>
          <input
            type="range"
            max="100"
            step="5"
            value={volume}
            aria-valuetext={`${volume}%`}
            onChange={({ currentTarget }) => setVolume(Number(currentTarget.value))}
          />
          <span aria-hidden="true">{volume}%</span>
        </label>
        {togglePad && (
          <label className="game-option">
            <input type="checkbox" checked={isPadShown} onChange={togglePad} />
            <strong>On-screen pad</strong>
          </label>
        )}
      </fieldset>
      <button type="button" className="game-button game-button--main" onClick={back}>
        Back
      </button>
    </div>
  );
}

/** The ending of a game, its score, and buttons to continue. */
export function ResultScreen({ screen }: { screen: Extract<GameScreen, { kind: 'result' }> }) {
  const { takesFocus, againLabel, ending, score, best, isBest, url, again, watch, leave } = screen;
  const heading = useFocusOn<HTMLHeadingElement>(takesFocus, screen);
  return (
    <div className="game-screen game-screen--result">
      <h2 ref={heading} className="game-ending" tabIndex={-1}>
        {ending}
      </h2>
      {score !== null && (
        <p className="game-score">
          Score <strong>{score}</strong>
          {isBest ? <span>A new best!</span> : best !== null && <span>Best: {best}</span>}
        </p>
      )}
      <div className="game-actions">
        <button type="button" className="game-button game-button--main" onClick={again}>
          {againLabel}
        </button>
        <button type="button" className="game-button" onClick={watch}>
          Watch it again
        </button>
        <CopyLink key={url} url={url} />
        <button type="button" className="game-button" onClick={leave}>
          Title screen
        </button>
      </div>
    </div>
  );
}

/** Copies a link to the same game; where the clipboard is not available, shows it to be copied by hand. */
function CopyLink({ url }: { url: string }) {
  const [state, setState] = useState<'offered' | 'copied' | 'refused'>('offered');
  if (state === 'refused') {
    return (
      <input
        className="game-url"
        readOnly
        value={url}
        aria-label="Link to this game"
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  }
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
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

/** Rules and controls of a game, folded away at first. */
function HowToPlay({ meta }: { meta: GameMeta }) {
  return (
    <details className="game-how">
      <summary>How to play</summary>
      <ul>
        {meta.howToPlay.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by keyboard */}
      <section className="game-controls" aria-label="Controls" tabIndex={0}>
        <table>
          <TableHead columns={['Action', 'Keys', 'Touch', 'Gamepad']} />
          <tbody>
            {[...meta.controls, ...COMMON_CONTROLS].map(({ does, keys, touch, gamepad }) => (
              <tr key={does}>
                <th scope="row">{does}</th>
                <td>{keys}</td>
                <td>{touch}</td>
                <td>{gamepad}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** Returns a ref whose element takes the focus whenever `shown` changes, if `takesFocus` is true. */
function useFocusOn<Target extends HTMLElement>(
  takesFocus: boolean,
  shown: object,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` moves the focus again
  useLayoutEffect(() => {
    if (takesFocus) target.current?.focus({ preventScroll: true });
  }, [takesFocus, shown]);
  return target;
}
