import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { games } from '#games/index.ts';
import type { AnyPlayableGame } from '#games/kit/view/game-view.ts';
import type { GameScreen } from '#games/kit/view/screens.ts';
import { openSession, type Session, type Shown } from '#games/kit/view/session.ts';
import { loadStyles } from '../../client/load-styles.ts';
import { gameMemory } from '../../stores/game-memory.ts';
import { showGameResult } from '../../stores/game-result.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { AboveBoard, BelowBoard, GameBar, writeReadouts } from './GameBar.tsx';
import { PauseScreen, ResultScreen, TitleScreen } from './GameScreens.tsx';
import styles from './games.css?url';
import { playOptions } from './ranked-play.ts';
import { TouchPad } from './TouchPad.tsx';

interface Props {
  /** Number of the game in the catalogue. */
  id: number;
  name: string;
  /** Picture that stands for the game until Play is pressed. */
  children: ReactNode;
}

/**
 * A game: its picture and Play, then the game itself. React renders what is around the field when the phase of
 * the game changes. The game's view draws the field, and the session writes values and announcements without rendering.
 */
export function GameStage({ id, name, children }: Props) {
  const [loading, setLoading] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [game, setGame] = useState<AnyPlayableGame | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const session = useRef<Session | null>(null);
  const section = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const readouts = useRef<HTMLDListElement>(null);
  const words = useRef<HTMLSpanElement>(null);

  async function play(): Promise<void> {
    if (loading === 'busy') return;
    setLoading('busy');
    try {
      const loaded = await loadGame(id);
      const { watch, ...options } = await playOptions(loaded.meta);
      flushSync(() => setGame(loaded));
      if (!section.current || !stage.current) return;
      session.current = openSession(
        {
          section: section.current,
          stage: stage.current,
          writeReadouts: (values) => {
            if (readouts.current) writeReadouts(readouts.current, values);
          },
          announce: (text) => {
            if (words.current) words.current.textContent = text;
          },
          render: (next) => flushSync(() => setShown(next)),
        },
        loaded,
        gameMemory(loaded.meta.game),
        options,
      );
      if (watch && !session.current.watch(watch)) {
        const reason = 'This replay was recorded with older rules and cannot be played back.';
        showGameResult({ kind: 'uncounted', reason });
      }
    } catch {
      // A file of the game could not be loaded.
      setLoading('failed');
    }
  }

  useEffect(() => {
    // A link to a recorded game shows it at once.
    if (new URLSearchParams(location.search).has('replay')) void play();
    // A failure is told when Play is pressed.
    else void loadGame(id).catch(() => undefined);
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
            Play <span className="quiet">{name}</span>
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
  const isCovered = shown?.phase === 'title' || shown?.phase === 'paused';
  return (
    <div className="stage stage--playing" data-stage={id}>
      <section
        ref={section}
        className="game"
        aria-label={meta.name}
        data-game={meta.game}
        data-result={result}
        data-phase={shown?.phase}
        data-pad={hasPad && shown?.isPadShown ? 'shown' : 'hidden'}
      >
        <GameBar
          shown={shown}
          readouts={readouts}
          again={again}
          hasPad={hasPad}
          session={session}
          toggleScreen={() => toggleScreen(section.current)}
        />
        <div className="game-field">
          {/* The field leaves the tab order while a screen covers it. */}
          <div className="game-table" inert={isCovered}>
            {shown?.board && <AboveBoard info={shown.board} />}
            <div ref={stage} className="game-stage" />
            {shown?.board && (
              <BelowBoard info={shown.board} legend={legend} scoreboard={shown.scoreboard} />
            )}
          </div>
          <div className="game-screens">{shown?.screen && <Screen screen={shown.screen} />}</div>
        </div>
        {hasPad && (
          <TouchPad
            buttons={pad}
            hold={(intent, isHeld) => session.current?.hold(intent, isHeld)}
          />
        )}
        <p className="game-hidden" role="status">
          <span ref={words} className="game-words" />
        </p>
      </section>
    </div>
  );
}

function Screen({ screen }: { screen: GameScreen }) {
  if (screen.kind === 'title') return <TitleScreen screen={screen} />;
  if (screen.kind === 'pause') return <PauseScreen screen={screen} />;
  return <ResultScreen screen={screen} />;
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
