/** Runs a game on the page: phases, inputs, time, sound, pauses and announcements around one view. */
import { DOWN, type Intent, type Json, LEFT, type Outcome, PRIMARY, RIGHT, UP } from '../engine.ts';
import type { GameMode } from '../meta.ts';
import type { ReplayData } from '../replay.ts';
import { followPalette } from './canvas.ts';
import type {
  BoardInfo,
  GameScreen,
  GameView,
  HudItem,
  PageState,
  Phase,
  PlayableGame,
  Stage,
} from './game-view.ts';
import { type Elsewhere, followInput, START, watchBlur } from './input.ts';
import { createMoves, createTicks } from './pace.ts';
import { createPageRenderer } from './page-renderer.ts';
import { playRound, type Round, watchRound } from './round.ts';
import { createSettings } from './settings.ts';
import { createSound, type GameMemory } from './sound.ts';

/** A finished game: its replay and its result. */
export interface FinishedGame extends ReplayData {
  mode: string;
  score: number;
  outcome: Outcome;
}

export interface SessionOptions {
  /** Mode that is selected at first. */
  mode?: string;
  /** Seed of each new game, such as a link's, today's challenge's or the server's. Random by default. */
  seedFor?(mode: string): number | Promise<number>;
  /** Shown on the title screen, for example for a challenge. */
  note?: string;
  /** Called with each game that was played to its end. */
  onFinished?(finished: FinishedGame): void;
}

/** Elements of the page that a session uses. */
interface SessionPage {
  section: HTMLElement;
  /** Empty element that the view draws into. */
  stage: HTMLElement;
  /** Element in which the page renders `PageState.screen`. */
  screens: HTMLElement;
  /** Writes the values of `PageState.hudNames`, in their order, without rendering: the game may be running. */
  writeHudValues(values: readonly string[]): void;
  /** Replaces what is rendered around the board of a game by moves. */
  showBoardInfo(info: BoardInfo): void;
  /** Announces text politely to screen readers. */
  announce(text: string): void;
  /** Renders synchronously, because focus moves to the rendered elements. */
  render(state: PageState): void;
}

/** A game that is open on a page. */
export interface Session {
  begin(): void;
  togglePause(): void;
  /** Pauses and asks the player to confirm the end of the game. */
  confirmEnd(): void;
  toggleSound(): void;
  togglePad(): void;
  /** Holds or releases an intent of the on-screen pad. */
  hold(intent: Intent, isHeld: boolean): void;
  /** Plays a replay. Returns false if it was recorded with other rules. */
  watch(record: ReplayData): boolean;
  close(): void;
}

type ResultScreen = Extract<GameScreen, { kind: 'result' }>;

/** Opens a game on its title screen. */
export function openSession<State, Options extends Json>(
  page: SessionPage,
  game: PlayableGame<State, Options>,
  memory: GameMemory,
  options: SessionOptions = {},
): Session {
  const { meta, engine } = game;
  const { section, stage: stageElement, screens, announce } = page;
  const first = meta.modes[0] as GameMode;
  let mode = meta.modes.find(({ id }) => id === options.mode) ?? first;
  let phase: Phase = 'title';
  let round: Round<State> | null = null;
  /** Best score so far in the mode of the round. */
  let best: number | null = null;
  let leftDuringStart: Elsewhere | null = null;
  let boardInfo: BoardInfo | null = null;

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const sound = createSound(memory);
  const renderer = createPageRenderer(game, memory, sound, page.render);
  const settings = createSettings({
    screens,
    memory,
    sound,
    hasPad: game.pad.length > 0,
    pageState: renderer.state,
    show: renderer.show,
  });
  const held = followInput(section, stageElement, {
    isPlaying: () => phase === 'playing',
    pressed(intent) {
      if (phase === 'playing' && round) view.intent?.(intent, round.state());
    },
    pausePressed: togglePause,
    mutePressed: settings.toggleSound,
    gamepadPressed(bits) {
      if (!settings.gamepadPressed(bits)) handleGamepad(bits);
    },
  });
  const paced = {
    sound,
    phase: () => phase,
    round: () => round,
    draw(between: number) {
      if (round) view.draw(round.state(), round.previous(), between);
    },
    step,
    inputOf: (bits: number): number => (round && view.inputOf?.(bits, round.state())) ?? bits,
    showHudValues,
    announce,
    finish,
  };
  const pace =
    engine.tickMs === null ? createMoves(paced) : createTicks(paced, engine.tickMs, held);
  const colours = followPalette(pace.redraw);
  const stage: Stage<State> = {
    element: stageElement,
    act(input, next) {
      if (phase === 'playing' && !round?.isOver()) pace.act(input, next);
    },
    isPlaying: () => phase === 'playing',
    sound: pace.sound,
    announce: pace.announce,
    isCalm: () => calm.matches,
    palette: colours.palette,
    show(info) {
      boardInfo = info;
      pace.afterMove('board', showBoardInfo);
    },
    redraw: pace.redraw,
    later: pace.later,
  };
  const view = openView(game, stage);

  function enter(next: Phase, screen: GameScreen | null = null): void {
    phase = next;
    renderer.show({
      phase,
      screen,
      hudNames: round ? hudItemsOf(round.state()).map(({ name }) => name) : [],
      canEnd: (next === 'playing' || next === 'paused') && endInput() !== null,
    });
    held.release();
    if (next === 'playing' || next === 'watching') pace.start();
    else pace.stop();
  }

  function showTitle(focused: 'play' | 'mode'): void {
    setRound(playRound(engine, mode, 0));
    enter('title', {
      kind: 'title',
      focused,
      meta,
      mode,
      bestOf: (candidate) => memory.bestOf(candidate.id),
      note: options.note ?? null,
      choose,
      play: () => void begin(),
      openSettings: settings.open,
    });
    showHudValues();
  }

  function choose(chosen: GameMode): void {
    mode = chosen;
    showTitle('mode');
  }

  async function begin(): Promise<void> {
    if (phase === 'starting') return;
    pace.runPendingTasks();
    // Browsers allow sound only within the handler of a press.
    sound.wake();
    leftDuringStart = null;
    const { activeElement } = document;
    enter('starting');
    // A game without a seed from the server can still be played.
    const seed = await Promise.resolve(options.seedFor?.(mode.id) ?? randomSeed()).catch(
      randomSeed,
    );
    if (!section.isConnected) return;
    const focused = document.activeElement;
    const isOutside = focused !== document.body && !section.contains(focused);
    if (isOutside && focused !== activeElement) leftDuringStart = 'on the page';
    run(playRound(engine, mode, seed), 'playing');
    announce('The game has begun.');
    if (leftDuringStart !== null) handleBlur(leftDuringStart);
    leftDuringStart = null;
  }

  function watch(record: ReplayData): boolean {
    pace.runPendingTasks();
    const known = meta.modes.find(
      (candidate) =>
        JSON.stringify(engine.readOptions(candidate.options)) === JSON.stringify(record.options),
    );
    const recorded = watchRound(engine, known ?? mode, record);
    if (!recorded) return false;
    run(recorded, 'watching');
    announce('Playing a replay.');
    return true;
  }

  function run(next: Round<State>, as: 'playing' | 'watching'): void {
    setRound(next);
    enter(as);
    showHudValues();
    if (leftDuringStart === 'on the page') return;
    scrollIntoWindow(section);
    focusField();
  }

  function setRound(next: Round<State>): void {
    round = next;
    best = memory.bestOf(next.mode.id);
    view.started?.(next.state());
  }

  function focusField(): void {
    if (view.focus) view.focus();
    else stageElement.focus({ preventScroll: true });
  }

  function togglePause(): void {
    pace.runPendingTasks();
    if (settings.close()) return;
    if (phase === 'paused') resume();
    else if (phase === 'playing' || phase === 'watching') pause();
  }

  /** Pauses because the player has left; a game that is starting starts paused. */
  function handleBlur(where: Elsewhere): void {
    if (phase === 'starting') leftDuringStart = where;
    else if (engine.tickMs !== null && phase === 'playing') pause(where === 'away');
  }

  /** Pauses. It does not take the focus from a player who moved it to another part of the page. */
  function pause(takesFocus = true, confirmsEnd = false): void {
    if (!round || round.isOver()) return;
    enter('paused', {
      kind: 'pause',
      focused: takesFocus ? 'resume' : null,
      meta,
      score: engine.scoreOf(round.state()),
      confirmsEnd,
      resume,
      restart: () => void begin(),
      openSettings: settings.open,
      leave,
      end: endInput() === null ? null : endGame,
    });
    announce(confirmsEnd ? 'End this game?' : 'Paused.');
  }

  function resume(): void {
    sound.wake();
    enter(round?.kind === 'watched' ? 'watching' : 'playing');
    focusField();
    announce('Resumed.');
  }

  function leave(): void {
    showTitle('play');
  }

  function confirmEnd(): void {
    pace.runPendingTasks();
    if ((phase === 'playing' || phase === 'paused') && endInput() !== null) pause(true, true);
  }

  function endGame(): void {
    const input = endInput();
    resume();
    if (input !== null) stage.act(input);
  }

  /** Returns the input by which the player ends this game, or null. */
  function endInput(): number | null {
    if (round?.kind !== 'played') return null;
    return game.endInputOf?.(round.state()) ?? null;
  }

  /** Shows the result. What is not part of it follows in later frames. */
  function finish(): void {
    if (!round) return;
    pace.releaseMove();
    const { record, kind } = round;
    const state = round.state();
    const score = engine.scoreOf(state);
    const isScored = round.mode.ranked !== false;
    const before = best;
    const isBest = kind === 'played' && score > (memory.bestOf(round.mode.id) ?? 0);
    if (isBest) {
      best = score;
      memory.saveBest(round.mode.id, score);
    }
    const ending = game.endingOf(state);
    if (kind === 'played') renderer.countEnd(state);
    const result: ResultScreen = {
      kind: 'result',
      takesFocus: false,
      againLabel: game.again ?? 'Play again',
      ending,
      score: isScored ? score : null,
      best,
      isBest: isBest && before !== null,
      url: urlOf(round),
      again: () => void begin(),
      watch: () => watch(record),
      leave,
    };
    enter('over', result);
    pace.later('focus', () => focusResult(result));
    pace.later('hud', showHudValues);
    pace.later('announcement', () => announce(isScored ? `${ending} Score ${score}.` : ending));
    if (kind !== 'played') return;
    const finished = { ...record, mode: round.mode.id, score, outcome: engine.outcomeOf(state) };
    pace.later('finished', () => options.onFinished?.(finished));
  }

  function focusResult(result: ResultScreen): void {
    if (phase !== 'over') return;
    renderer.show({ screen: { ...result, takesFocus: true } });
    // A result below the board may be below the window. A smooth scroll could still move the next game.
    if (game.result === 'beside') screens.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  function step(input: number, next?: State): void {
    if (!round) return;
    round.step(input, next);
    const state = round.state();
    view.stepped?.(state, round.previous());
    // The replay of a game that was left early ends without an outcome.
    if (!game.signalsEnd && engine.outcomeOf(state) !== 'playing')
      stage.sound(endSoundOf(game, state));
  }

  function handleGamepad(bits: number): void {
    const isStart = (bits & START) !== 0;
    if (isStart || bits & PRIMARY) {
      if (phase === 'title' || (phase === 'over' && isStart)) void begin();
      else if (phase === 'paused' || isStart) togglePause();
    } else if (phase === 'title' && bits & (LEFT | RIGHT | UP | DOWN)) {
      const offset = bits & (UP | LEFT) ? -1 : 1;
      const { modes } = meta;
      const next = modes[(modes.indexOf(mode) + offset + modes.length) % modes.length];
      if (next && next !== mode) choose(next);
    }
  }

  function hudItemsOf(state: State): readonly HudItem[] {
    return [
      { name: 'Score', value: engine.scoreOf(state) },
      { name: 'Best', value: best ?? '–' },
      ...(game.hudItemsOf?.(state) ?? []),
    ];
  }

  /** Shows the newest info: it may have changed since the task was added. */
  function showBoardInfo(): void {
    if (boardInfo) page.showBoardInfo(boardInfo);
  }

  function showHudValues(): void {
    if (round) page.writeHudValues(hudItemsOf(round.state()).map(({ value }) => `${value}`));
  }

  const stopFollowing = watchBlur(section, handleBlur);
  showTitle('play');

  return {
    begin: () => void begin(),
    togglePause,
    confirmEnd,
    toggleSound: settings.toggleSound,
    togglePad: settings.togglePad,
    hold: held.hold,
    watch,
    close() {
      // A game that has just ended is still reported.
      pace.runPendingTasks();
      stopFollowing();
      pace.close();
      held.close();
      colours.stop();
      view.close();
      sound.close();
    },
  };
}

function openView<State, Options extends Json>(
  game: PlayableGame<State, Options>,
  stage: Stage<State>,
): GameView<State> {
  const { element } = stage;
  // A long press is part of the game; a context menu would interrupt it.
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  const view = game.open(stage);
  if (!view.focus) {
    element.tabIndex = 0;
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', `${game.meta.name}: the field`);
  }
  return view;
}

function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

/** Returns the URL under which others play the same game. */
function urlOf({ mode, record }: Round<unknown>): string {
  const url = new URL(location.href);
  url.search = `?${new URLSearchParams({ mode: mode.id, seed: `${record.seed}` })}`;
  return url.href;
}

function endSoundOf<State, Options extends Json>(
  { engine, isForTwo }: PlayableGame<State, Options>,
  state: State,
): 'win' | 'lose' {
  const outcome = engine.outcomeOf(state);
  const isWin = outcome === 'won' || (outcome === 'lost' && isForTwo?.(state));
  return isWin ? 'win' : 'lose';
}

function scrollIntoWindow(section: HTMLElement): void {
  // The title may be taller than the field, and a pad may start below the window.
  const { top, bottom } = section.getBoundingClientRect();
  // Instantly: the game does not wait for smooth scrolling.
  if (top < 0 || bottom > innerHeight) section.scrollIntoView({ behavior: 'instant' });
}
