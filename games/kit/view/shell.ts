/** Mounts a game: its screens, bar, pad, sound, pauses and announcements around one view. */
import type { Json, Outcome } from '../engine.ts';
import type { GameMode } from '../meta.ts';
import type { GameRecord } from '../record.ts';
import { type Elsewhere, followAbsence } from './absence.ts';
import { createBar } from './bar.ts';
import { createChores } from './chores.ts';
import { element } from './element.ts';
import type { PlayableGame, Stage } from './game-view.ts';
import { followInput } from './input.ts';
import { createLoop } from './loop.ts';
import { followPalette } from './palette.ts';
import { playRound, type Round, watchRound } from './round.ts';
import { type GameScreen, kitScreens, type ScreenPainter } from './screens.ts';
import styles from './shell.css?url';
import { createSound } from './sound.ts';
import { bestScore, keepPad, keepScore, wantsPad } from './stored.ts';
import { createTouchPad } from './touch-pad.ts';

/** The style sheet of every game, loaded before the first one is mounted. */
export const shellStyles: string = styles;

/** A game as it was finished: enough to play it again, and what came of it here. */
export interface FinishedGame extends GameRecord {
  mode: string;
  score: number;
  outcome: Outcome;
}

/** What a page may ask of a mounted game. */
export interface MountOptions {
  /** The mode chosen at first. */
  mode?: string;
  /** The seed of each new game: of a link, of today, of the server. Otherwise drawn by chance. */
  seedFor?(mode: string): number | Promise<number>;
  /** Said on the title screen, such as that this is today's game. */
  note?: string;
  /** Called with each game that was played to its end. */
  onFinished?(finished: FinishedGame): void;
  /** A game to be shown instead of played. */
  watch?: GameRecord;
  /** Draws the screens over the field; the kit does so by default. */
  screens?: ScreenPainter;
}

/** A game that is on a page. */
export interface MountedGame {
  /** Shows a recorded game; throws for one of other rules. */
  watch(record: GameRecord): void;
  close(): void;
}

type Phase = 'title' | 'starting' | 'playing' | 'watching' | 'paused' | 'over';

/** The bar is brought up to date this often; nobody reads faster. */
const READOUT_EVERY_TICKS = 6;
/** A watched game by moves shows one in this time. */
const WATCHED_MOVE_MS = 600;
/** More acts than these wait for no tick: somebody taps faster than the game goes. */
const MOST_WAITING_ACTS = 4;

function chanceSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

/** Builds a game into `host`, on its title screen. */
export function mountShell<State, Options extends Json>(
  host: HTMLElement,
  game: PlayableGame<State, Options>,
  options: MountOptions = {},
): MountedGame {
  const { meta, engine } = game;
  const { tickMs } = engine;
  const first = meta.modes[0] as GameMode;
  let mode = meta.modes.find(({ id }) => id === options.mode) ?? first;
  let phase: Phase = 'title';
  let round: Round<State> | null = null;
  let waiting: number[] = [];
  let ticks = 0;
  let frame: number | null = null;
  /** Whether a move has not been shown yet, what is to be said of it, and what comes after its picture. */
  let isOwed = false;
  let news: string | null = null;
  const owed = new Map<string, () => void>();
  let goneMeanwhile: Elsewhere | null = null;
  let watched: ReturnType<typeof setTimeout> | undefined;

  const painter = options.screens ?? kitScreens;
  const chores = createChores();
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const sound = createSound();
  const colours = followPalette(() => redraw());
  const stageElement = element('div', { class: 'game-stage' });
  const screens = element('div', { class: 'game-screens' });
  const words = element('span', { class: 'game-words' });
  const live = element('p', { class: 'game-hidden', role: 'status' }, words);
  const field = element('div', { class: 'game-field' }, stageElement, screens);
  const section = element('section', {
    class: 'game',
    'aria-label': meta.name,
    'data-game': meta.game,
    'data-result': game.result,
  });

  const held = followInput(section, stageElement, {
    isPlaying: () => phase === 'playing',
    pressed(intent) {
      if (phase === 'playing' && round) view.intent?.(intent, round.state());
    },
    pausePressed: togglePause,
    mutePressed: toggleSound,
    gamepadGo(isStart) {
      if (phase === 'title' || (phase === 'over' && isStart)) void begin();
      else if (phase === 'paused' || isStart) togglePause();
    },
    gamepadWay(step) {
      const { modes } = meta;
      const next = modes[(modes.indexOf(mode) + step + modes.length) % modes.length];
      if (phase === 'title' && next && next !== mode) choose(next);
    },
  });
  const pad = game.pad.length > 0 ? createTouchPad(game.pad, held) : null;
  const bar = createBar({
    again: game.again ?? 'Restart',
    pause: togglePause,
    restart: () => void begin(),
    end: askToEnd,
    toggleSound,
    togglePad: pad && (() => showPad(section.dataset.pad !== 'shown', true)),
    toggleScreen: document.fullscreenEnabled ? toggleScreen : null,
  });
  section.append(bar.element, field, ...(pad ? [pad] : []), live);

  const stage: Stage<State> = {
    element: stageElement,
    act(input, next) {
      if (phase !== 'playing' || round?.isOver()) return;
      if (tickMs !== null) {
        if (waiting.length < MOST_WAITING_ACTS) waiting.push(input);
      } else stepOnce(input, next);
    },
    isPlaying: () => phase === 'playing',
    sound(voice) {
      if (tickMs !== null) sound.play(voice);
      else if (sound.isOn()) later(`sound of ${voice}`, () => sound.play(voice));
    },
    announce(text) {
      if (tickMs !== null) announce(text);
      else {
        news = text;
        owe();
      }
    },
    isCalm: () => calm.matches,
    palette: colours.palette,
    redraw: () => redraw(),
    later,
  };
  // A finger that stays is part of the game, and asks for no menu, which would end its touch.
  stageElement.addEventListener('contextmenu', (event) => event.preventDefault());
  host.replaceChildren(section);
  const view = game.open(stage);
  if (!view.focus) {
    stageElement.tabIndex = 0;
    stageElement.setAttribute('role', 'application');
    stageElement.setAttribute('aria-label', `${meta.name}: the field`);
  }
  const loop =
    tickMs === null
      ? null
      : createLoop({
          tickMs,
          tick,
          draw: (between) => round && view.draw(round.state(), round.previous(), between),
        });

  function announce(text: string): void {
    words.textContent = text;
  }

  function redraw(): void {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      if (round) view.draw(round.state(), round.previous(), 1);
      if (isOwed) tellLater();
    });
  }

  /** The picture of a move has a frame for itself: what is told of it comes with the next ones. */
  function owe(): void {
    isOwed = true;
    redraw();
  }

  function later(name: string, act: () => void): void {
    if (isOwed) owed.set(name, act);
    else chores.add(name, act);
  }

  function releaseOwed(): void {
    isOwed = false;
    for (const [name, act] of owed) chores.add(name, act);
    owed.clear();
  }

  function tellLater(): void {
    releaseOwed();
    if (round?.isOver()) {
      chores.add('end', () => {
        const isOn = phase === 'playing' || phase === 'watching';
        if (isOn && round?.isOver()) finish();
      });
      return;
    }
    chores.add('news', () => {
      if (news !== null) announce(news);
      news = null;
    });
    chores.add('readouts', showReadouts);
  }

  /** Nothing is left to be told of the game as it is. */
  function settle(): void {
    if (isOwed) tellLater();
    chores.hurry();
  }

  function showReadouts(): void {
    if (!round) return;
    const best = bestScore(meta.game, mode.id);
    bar.show([
      { name: 'Score', value: engine.scoreOf(round.state()) },
      { name: 'Best', value: best ?? '–' },
      ...(game.readoutsOf?.(round.state()) ?? []),
    ]);
  }

  function stepOnce(input: number, next?: State): void {
    if (!round) return;
    round.step(input, next);
    if (tickMs === null) owe();
    view.stepped?.(round.state(), round.previous());
    if (tickMs !== null) {
      if (++ticks % READOUT_EVERY_TICKS === 0) showReadouts();
      if (round.isOver()) finish();
    }
  }

  function tick(): void {
    if (!round) return;
    if (phase === 'watching') {
      watchOnce();
      return;
    }
    const bits = held.take();
    const act = waiting.shift();
    stepOnce(act ?? view.inputOf?.(bits, round.state()) ?? bits);
  }

  function watchOnce(): void {
    const input = round?.nextInput() ?? null;
    if (input === null) finish();
    else stepOnce(input);
    if (tickMs === null && phase === 'watching') watched = setTimeout(watchOnce, WATCHED_MOVE_MS);
  }

  function enter(next: Phase, screen: GameScreen | null = null): void {
    phase = next;
    section.dataset.phase = next;
    const runs = next === 'playing' || next === 'watching';
    // What is in the field has no part in the tab order while a screen covers it.
    stageElement.inert = next === 'title' || next === 'paused';
    painter.show(screen, screens);
    bar.allow({
      canPause: runs,
      canRestart: runs || next === 'paused' || next === 'over',
      canEnd: (next === 'playing' || next === 'paused') && endInput() !== null,
    });
    clearTimeout(watched);
    held.release();
    waiting = [];
    if (runs) loop?.start();
    else loop?.stop();
    if (!runs || tickMs === null) redraw();
  }

  /** Input by which the player ends this game, or null. */
  function endInput(): number | null {
    if (round?.kind !== 'played') return null;
    return game.endInputOf?.(round.state()) ?? null;
  }

  function showTitle(takesFocus = false): void {
    round = playRound(engine, mode, 0);
    view.started?.(round.state());
    showReadouts();
    enter('title', {
      kind: 'title',
      takesFocus,
      meta,
      mode,
      bestOf: (candidate) => bestScore(meta.game, candidate.id),
      note: options.note ?? null,
      choose,
      play: () => void begin(),
    });
  }

  function choose(chosen: GameMode): void {
    mode = chosen;
    showTitle();
    screens.querySelector<HTMLInputElement>(`input[value="${chosen.id}"]`)?.focus();
  }

  async function begin(): Promise<void> {
    if (phase === 'starting') return;
    settle();
    // Still within the press: browsers wake sound for nothing else.
    sound.wake();
    goneMeanwhile = null;
    const { activeElement } = document;
    enter('starting');
    // A seed that does not come must keep nobody from playing.
    const seed = await Promise.resolve(options.seedFor?.(mode.id) ?? chanceSeed()).catch(
      chanceSeed,
    );
    if (!section.isConnected) return;
    const focused = document.activeElement;
    const isOutside = focused !== document.body && !section.contains(focused);
    if (isOutside && focused !== activeElement) goneMeanwhile = 'on the page';
    run(playRound(engine, mode, seed), 'playing');
    announce('The game has begun.');
    if (goneMeanwhile !== null) left(goneMeanwhile);
    goneMeanwhile = null;
  }

  /** The player has gone elsewhere. Who goes while a game is about to begin finds it paused. */
  function left(where: Elsewhere): void {
    if (phase === 'starting') goneMeanwhile = where;
    else if (tickMs !== null && phase === 'playing') pause(where === 'away');
  }

  function run(next: Round<State>, as: 'playing' | 'watching'): void {
    round = next;
    ticks = 0;
    view.started?.(round.state());
    showReadouts();
    enter(as);
    if (goneMeanwhile !== 'on the page') comeToField();
    if (as === 'watching' && tickMs === null) watched = setTimeout(watchOnce, WATCHED_MOVE_MS);
  }

  function comeToField(): void {
    // The title may be taller than the field, and a pad begin below the edge of the screen.
    const { top, bottom } = section.getBoundingClientRect();
    // At once: the game does not wait until the page has glided there.
    if (top < 0 || bottom > innerHeight) section.scrollIntoView({ behavior: 'instant' });
    focusField();
  }

  function focusField(): void {
    if (view.focus) view.focus();
    else stageElement.focus({ preventScroll: true });
  }

  function watch(record: GameRecord): void {
    settle();
    const known = meta.modes.find(
      (candidate) =>
        JSON.stringify(engine.readOptions(candidate.options)) === JSON.stringify(record.options),
    );
    run(watchRound(engine, known ?? mode, record), 'watching');
    announce('A recorded game is shown.');
  }

  function togglePause(): void {
    settle();
    if (phase === 'paused') resume();
    else if (phase === 'playing' || phase === 'watching') pause();
  }

  /** Whoever goes to something else on the page takes the focus there. */
  function pause(takesFocus = true, asksToEnd = false): void {
    if (!round) return;
    enter('paused', {
      kind: 'pause',
      takesFocus,
      meta,
      score: engine.scoreOf(round.state()),
      asksToEnd,
      resume,
      restart: () => void begin(),
      leave,
      end: endInput() === null ? null : endGame,
    });
    announce(asksToEnd ? 'End this game?' : 'Paused.');
  }

  function askToEnd(): void {
    settle();
    if ((phase === 'playing' || phase === 'paused') && endInput() !== null) pause(true, true);
  }

  function endGame(): void {
    const input = endInput();
    resume();
    if (input !== null) stage.act(input);
  }

  function resume(): void {
    sound.wake();
    enter(round?.kind === 'watched' ? 'watching' : 'playing');
    focusField();
    if (phase === 'watching' && tickMs === null) watched = setTimeout(watchOnce, WATCHED_MOVE_MS);
    announce('The game goes on.');
  }

  function leave(): void {
    showTitle(true);
  }

  function finish(): void {
    if (!round) return;
    releaseOwed();
    news = null;
    const { record, kind } = round;
    const state = round.state();
    const score = engine.scoreOf(state);
    const before = bestScore(meta.game, round.mode.id);
    const isBest = kind === 'played' && keepScore(meta.game, round.mode.id, score);
    const ending = game.endingOf(state);
    const address = new URL(location.href);
    address.search = `?${new URLSearchParams({ mode: round.mode.id, seed: `${record.seed}` })}`;
    enter('over', {
      kind: 'result',
      againLabel: game.again ?? 'Play again',
      ending,
      score,
      best: isBest ? score : before,
      isBest: isBest && before !== null,
      address: address.href,
      again: () => void begin(),
      watch: () => watch(record),
      leave,
    });
    // Not a button: whoever still hammers on Fire would start the next game by it.
    chores.add('focus', () => screens.querySelector('h2')?.focus({ preventScroll: true }));
    chores.add('readouts', showReadouts);
    chores.add('news', () => announce(`${ending} Score ${score}.`));
    if (kind !== 'played') return;
    const finished = { ...record, mode: round.mode.id, score, outcome: engine.outcomeOf(state) };
    chores.add('finished', () => options.onFinished?.(finished));
  }

  function toggleSound(): void {
    sound.set(!sound.isOn());
    bar.showSound(sound.isOn());
  }

  function showPad(isShown: boolean, isChoice: boolean): void {
    section.dataset.pad = isShown ? 'shown' : 'hidden';
    bar.showPad(isShown);
    if (isChoice) keepPad(isShown);
  }

  function toggleScreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    // A refusal leaves the game where it is, which is what the reader sees.
    else section.requestFullscreen().catch(() => undefined);
  }

  const stopFollowing = followAbsence(section, left);

  bar.showSound(sound.isOn());
  const suits = game.padShown !== 'asked' && matchMedia('(pointer: coarse)').matches;
  if (pad) showPad(wantsPad() ?? suits, false);
  showTitle();
  if (options.watch) watch(options.watch);

  return {
    watch,
    close() {
      // A game that ended this moment is not forgotten.
      settle();
      stopFollowing();
      loop?.stop();
      clearTimeout(watched);
      if (frame !== null) cancelAnimationFrame(frame);
      chores.close();
      painter.show(null, screens);
      held.close();
      colours.stop();
      view.close();
      sound.close();
      section.remove();
    },
  };
}
