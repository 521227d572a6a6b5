import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { memo, type RefObject } from 'react';
import { setText } from '#games/kit/view/element.ts';
import type {
  AnyPlayableGame,
  BoardInfo,
  Drawing,
  PageState,
  Scoreboard,
} from '#games/kit/view/game-view.ts';
import type { Session } from '#games/kit/view/session.ts';
import { LineIcon } from '../ui/Icon.tsx';

interface BelowProps {
  $boardInfo: ReadableAtom<BoardInfo | null>;
  legend: AnyPlayableGame['legend'];
  scoreboard: Scoreboard | null;
}

const shapes = {
  pause: 'M8 5v14M16 5v14',
  stop: 'M7 7h10v10H7z',
  restart: 'M5 12a7 7 0 1 0 2.2-5.1M7.5 3v4.2h4.2',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  silence: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  screen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  pad: 'M7 7h10a5 5 0 0 1 0 10c-2 0-2.5-2-5-2s-3 2-5 2A5 5 0 0 1 7 7zM8 10v4M6 12h4M16 11h.1M17.5 13.5h.1',
};

interface Props {
  pageState: PageState | null;
  /** List of names and values; `writeHudValues` writes the values while the game runs. */
  hudList: RefObject<HTMLDListElement | null>;
  /** Label of the button for a new game. */
  again: string;
  hasPad: boolean;
  session: RefObject<Session | null>;
  toggleScreen(): void;
}

/** Bar above the field: score, best and what the game adds; buttons that pause, restart, mute and so on. */
export function GameHud({ pageState, hudList, again, hasPad, session, toggleScreen }: Props) {
  const phase = pageState?.phase;
  const runs = phase === 'playing' || phase === 'watching';
  return (
    <div className="game-hud">
      <dl ref={hudList} className="game-hud__values">
        {pageState?.hudNames.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd />
          </div>
        ))}
      </dl>
      <div className="game-hud__buttons">
        <HudButton
          icon="pause"
          label="Pause"
          disabled={!runs}
          onClick={() => session.current?.togglePause()}
        />
        {pageState?.canEnd && (
          <HudButton icon="stop" label="End game" onClick={() => session.current?.confirmEnd()} />
        )}
        <HudButton
          icon="restart"
          label={again}
          disabled={!runs && phase !== 'paused' && phase !== 'over'}
          onClick={() => session.current?.begin()}
        />
        <HudButton
          icon={pageState?.isSoundOn ? 'sound' : 'silence'}
          label="Sound"
          pressed={pageState?.isSoundOn}
          onClick={() => session.current?.toggleSound()}
        />
        {hasPad && (
          <HudButton
            icon="pad"
            label="On-screen pad"
            pressed={pageState?.isPadShown}
            onClick={() => session.current?.togglePad()}
          />
        )}
        {document.fullscreenEnabled && (
          <HudButton icon="screen" label="Full screen" onClick={toggleScreen} />
        )}
      </div>
    </div>
  );
}

/** Minimum width of a value, in digits. */
const DIGITS_MIN = 2;

/** Returns the width of a text in digits: a space is less than half of one, a letter three quarters. */
const digitsOf = (text: string): number =>
  text.length - 0.6 * (text.match(/ /g)?.length ?? 0) - 0.25 * (text.match(/[a-z]/g)?.length ?? 0);

/** Writes the values into the list of the bar. Rendering would take too much of a frame of the game. */
export function writeHudValues(list: HTMLDListElement, values: readonly string[]): void {
  for (const [index, place] of list.querySelectorAll('dd').entries()) {
    const text = values[index] ?? '';
    if (place.textContent === text) continue;
    // The width only grows, so that the bar does not change its size back and forth.
    const room = Number(place.style.getPropertyValue('--digits')) || DIGITS_MIN;
    if (digitsOf(text) > room) place.style.setProperty('--digits', `${digitsOf(text)}`);
    setText(place, text);
  }
}

interface ButtonProps {
  icon: keyof typeof shapes;
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick(): void;
}

function HudButton({ icon, label, pressed, disabled, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      // After a press by mouse the focus stays in the field, so that keys still reach the game.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <LineIcon path={shapes[icon]} />
    </button>
  );
}

/**
 * Goals and status of a game by moves, above its board. It reads a store, because rendering the whole page of the game
 * after a move would take a third of a slow processor's frame.
 */
export function AboveBoard({ $boardInfo }: Pick<BelowProps, '$boardInfo'>) {
  const info = useStore($boardInfo);
  if (!info) return null;
  const { status, player, problem, goals = [] } = info;
  return (
    <div className="game-above">
      {goals.length > 0 && (
        <ul className="game-goals" aria-label="Goals">
          {goals.map(({ drawing, text, isReached }, index) => (
            <li key={index} className="game-goal" data-reached={isReached || undefined}>
              {drawing && <SvgDrawing drawing={drawing} />}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="game-status" data-refused={problem !== undefined || undefined}>
        <p className="game-status__text" data-player={player}>
          {status}
        </p>
        <p className="game-status__problem" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

/** Legend, counts of how games ended, and buttons that help, below the board of a game by moves. */
export function BelowBoard({ $boardInfo, legend, scoreboard }: BelowProps) {
  const info = useStore($boardInfo);
  if (!info) return null;
  const { helps = [] } = info;
  return (
    <div className="game-below">
      {legend && (
        <ul className="game-legend" aria-label={legend.label}>
          {legend.entries.map(({ drawing, name, value }) => (
            <li key={name}>
              <SvgDrawing drawing={drawing} />
              <span className="game-hidden">{name} </span>
              <span>{value}</span>
            </li>
          ))}
        </ul>
      )}
      {scoreboard && (
        <dl className="game-scoreboard" aria-label={scoreboard.label}>
          {scoreboard.counts.map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
      {helps.map(({ label, isAvailable, isBusy, press }, index) => (
        <button
          key={index}
          type="button"
          className="game-button game-help"
          // Not `disabled`: a disabled button would lose the focus.
          aria-disabled={!isAvailable}
          aria-busy={isBusy || undefined}
          onClick={press}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Drawings never change: a move renders the texts beside them. */
const SvgDrawing = memo(({ drawing }: { drawing: Drawing }) => (
  <svg className="game-drawing" viewBox="0 0 100 100" aria-hidden="true">
    {drawing.map(({ path, fill }) => (
      <path key={path} d={path} fill={fill} />
    ))}
  </svg>
));
