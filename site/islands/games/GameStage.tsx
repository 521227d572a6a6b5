import { atom } from 'nanostores';
import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { games } from '#games/index.ts';
import { DOWN, type Intent, LEFT, PRIMARY, RIGHT, SECONDARY, UP } from '#games/kit/engine.ts';
import type {
  AnyPlayableGame,
  BoardInfo,
  PadButton,
  PageState,
} from '#games/kit/view/game-view.ts';
import { openSession, type Session } from '#games/kit/view/session.ts';
import { loadStyles } from '../../client/load-styles.ts';
import { nextAnnouncement } from '../../format/announcement.ts';
import { gameMemory } from '../../stores/game-memory.ts';
import { showGameResult } from '../../stores/game-result.ts';
import { LineIcon } from '../ui/Icon.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { AboveBoard, BelowBoard, GameHud, writeHudValues } from './GameHud.tsx';
import { PauseScreen, ResultScreen, SettingsScreen, TitleScreen } from './GameScreens.tsx';
import styles from './games.css?url';
import { playOptions } from './ranked-play.ts';

interface Props {
  /** Number of the game in the catalogue. */
  id: number;
  name: string;
  /** Image that is shown until Play is pressed. */
  children: ReactNode;
}

/**
 * A game: its image and Play, then the game itself. React renders what is around the field when the phase of
 * the game changes, and the texts around a board after a move. The game's view draws the field, and the session writes
 * values and announcements without rendering.
 */
export function GameStage({ id, name, children }: Props) {
  const [loading, setLoading] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [game, setGame] = useState<AnyPlayableGame | null>(null);
  const [pageState, setPageState] = useState<PageState | null>(null);
  const [$boardInfo] = useState(() => atom<BoardInfo | null>(null));
  const session = useRef<Session | null>(null);
  const section = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const screens = useRef<HTMLDivElement>(null);
  const hudList = useRef<HTMLDListElement>(null);
  const statusText = useRef<HTMLSpanElement>(null);

  async function play(): Promise<void> {
    if (loading === 'busy') return;
    setLoading('busy');
    try {
      const loaded = await loadGame(id);
      const { watch, ...options } = await playOptions(loaded.meta);
      flushSync(() => setGame(loaded));
      if (!section.current || !stage.current || !screens.current) return;
      session.current = openSession(
        {
          section: section.current,
          stage: stage.current,
          screens: screens.current,
          writeHudValues: (values) => {
            if (hudList.current) writeHudValues(hudList.current, values);
          },
          showBoardInfo: (info) => $boardInfo.set(info),
          announce: (text) => {
            const place = statusText.current;
            if (place) place.textContent = nextAnnouncement(text, place.textContent);
          },
          render: (next) => flushSync(() => setPageState(next)),
        },
        loaded,
        gameMemory(loaded.meta.game),
        options,
      );
      if (watch && !session.current.watch(watch)) {
        const reason = 'This replay was recorded with older rules and cannot be played back.';
        showGameResult({ kind: 'unranked', reason });
      }
    } catch (error) {
      // A file of the game could not be loaded, or its view could not be drawn.
      reportError(error);
      session.current?.close();
      session.current = null;
      setGame(null);
      setLoading('failed');
    }
  }

  const start = useEffectEvent(() => {
    // A link to a recorded game shows it at once.
    if (new URLSearchParams(location.search).has('replay')) void play();
    // A failure is shown when Play is pressed.
    else void loadGame(id).catch(() => undefined);
  });
  useEffect(() => {
    start();
    return () => session.current?.close();
  }, []);

  if (!game) {
    return (
      <>
        <div className="stage" data-stage={id}>
          {children}
          <button
            className="stage__play needs-script"
            type="button"
            aria-busy={loading === 'busy' || undefined}
            data-play-game=""
            onClick={() => void play()}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M7 4.5 19.5 12 7 19.5z" />
            </svg>
            Play <span className="visually-hidden">{name}</span>
          </button>
        </div>
        {loading === 'failed' && (
          <LoadFailed
            reason="The game could not be loaded. Please try again in a moment."
            onRetry={play}
          />
        )}
      </>
    );
  }
  const { meta, pad, result, again = 'Restart', legend } = game;
  const hasPad = pad.length > 0;
  const isCovered = pageState?.phase === 'title' || pageState?.phase === 'paused';
  return (
    <div className="stage stage--playing" data-stage={id}>
      <section
        ref={section}
        className="game"
        aria-label={meta.name}
        data-game={meta.game}
        data-result={result}
        data-phase={pageState?.phase}
        data-pad={hasPad && pageState?.isPadShown ? 'shown' : 'hidden'}
      >
        <GameHud
          pageState={pageState}
          hudList={hudList}
          again={again}
          hasPad={hasPad}
          session={session}
          toggleScreen={() => toggleScreen(section.current)}
        />
        <div className="game-field">
          {/* The field leaves the tab order while a screen covers it. */}
          <div className="game-table" inert={isCovered}>
            <AboveBoard $boardInfo={$boardInfo} />
            <div ref={stage} className="game-stage" />
            <BelowBoard
              $boardInfo={$boardInfo}
              legend={legend}
              scoreboard={pageState?.scoreboard ?? null}
            />
          </div>
          <div ref={screens} className="game-screens">
            {pageState && <Screen pageState={pageState} />}
          </div>
        </div>
        {hasPad && (
          <TouchPad
            buttons={pad}
            hold={(intent, isHeld) => session.current?.hold(intent, isHeld)}
          />
        )}
        <p className="game-hidden" role="status">
          <span ref={statusText} className="game-announcement" />
        </p>
      </section>
    </div>
  );
}

function Screen({ pageState }: { pageState: PageState }) {
  const { screen } = pageState;
  switch (screen?.kind) {
    case 'title':
      return <TitleScreen screen={screen} />;
    case 'pause':
      return <PauseScreen screen={screen} />;
    case 'settings':
      return <SettingsScreen screen={screen} pageState={pageState} />;
    case 'result':
      return <ResultScreen screen={screen} />;
    default:
      return null;
  }
}

function toggleScreen(section: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  // If the browser refuses, the game stays where it is.
  else section?.requestFullscreen().catch(() => undefined);
}

/** Loads the game with this id in the catalogue, with its style sheets. */
async function loadGame(id: number): Promise<AnyPlayableGame> {
  const known = games.find(({ meta }) => meta.id === id);
  if (!known) throw new Error(`game ${id} cannot be played here`);
  const [{ game }] = await Promise.all([known.loadView(), loadStyles(styles)]);
  await Promise.all(game.styles.map(loadStyles));
  return game;
}

const shapes: Readonly<Record<Intent, string>> = {
  [LEFT]: 'm14 6-6 6 6 6',
  [RIGHT]: 'm10 6 6 6-6 6',
  [UP]: 'm6 14 6-6 6 6',
  [DOWN]: 'm6 10 6 6 6-6',
  [PRIMARY]: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 3v4M12 17v4M3 12h4M17 12h4',
  [SECONDARY]: 'M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5',
};

const isDirection = ({ intent }: PadButton) => intent <= DOWN;

/** A press by keyboard or by a screen reader holds a button for several ticks. */
const CLICK_HOLDS_MS = 120;

type Hold = (intent: Intent, isHeld: boolean) => void;

/** Buttons on the screen: directions at the left thumb, the others at the right one. */
function TouchPad({ buttons, hold }: { buttons: readonly PadButton[]; hold: Hold }) {
  const drawn = (chosen: readonly PadButton[]) =>
    chosen.map((button) => <Button key={button.intent} {...button} hold={hold} />);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of buttons
    <div className="game-pad" role="group" aria-label="On-screen pad">
      <div className="game-pad__directions">{drawn(buttons.filter(isDirection))}</div>
      <div className="game-pad__actions">
        {drawn(buttons.filter((button) => !isDirection(button)))}
      </div>
    </div>
  );
}

function Button({ intent, label, hold }: PadButton & { hold: Hold }) {
  const pointer = useRef<number | null>(null);
  function press(event: PointerEvent): void {
    // A second finger on another button does not end the first.
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    pointer.current = event.pointerId;
    hold(intent, true);
  }
  function release(event: PointerEvent): void {
    if (event.pointerId !== pointer.current) return;
    pointer.current = null;
    hold(intent, false);
  }
  return (
    <button
      type="button"
      className="game-pad__button"
      aria-label={label}
      data-intent={intent}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        // Presses by pointer have been handled; others have no detail.
        if (detail !== 0) return;
        hold(intent, true);
        setTimeout(() => hold(intent, false), CLICK_HOLDS_MS);
      }}
    >
      <LineIcon path={shapes[intent]} />
    </button>
  );
}
