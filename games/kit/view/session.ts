/** Runs a game on the page: phases, inputs, time, sound, pauses and announcements around one view. */
import { DOWN, type Intent, type Json, LEFT, type Outcome, PRIMARY, RIGHT, UP } from '../engine.ts';
import type { GameMode } from '../meta.ts';
import type { ReplayData } from '../replay.ts';
import { followPalette } from './canvas.ts';
import type { GameScreen, HudItem, Phase, PlayableGame, PageState, Stage } from './game-view.ts';
import { type Elsewhere, followInput, START, watchBlur } from './input.ts';
import { createDeferredTasks, createLoop } from './loop.ts';
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

const TICKS_PER_HUD_UPDATE = 6;
/** Interval between moves of a replay, in milliseconds. */
const REPLAY_MOVE_MS = 600;
/** Maximum number of inputs that wait for a tick; further ones are dropped. */
const PENDING_INPUTS_MAX = 4;

function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

/** Opens a game on its title screen. */
export function openSession<State, Options extends Json>(
  page: SessionPage,
  game: PlayableGame<State, Options>,
  memory: GameMemory,
  options: SessionOptions = {},
): Session {
  const { meta, engine } = game;
  const { tickMs } = engine;
  const { section, stage: stageElement, screens, announce } = page;
  const first = meta.modes[0] as GameMode;
  let mode = meta.modes.find(({ id }) => id === options.mode) ?? first;
  let phase: Phase = 'title';
  let round: Round<State> | null = null;
  /** Best score so far in the mode of the round. */
  let best: number | null = null;
  let pendingInputs: number[] = [];
  let ticks = 0;
  let frame: number | null = null;
  /** True if a move has not been drawn yet. */
  let isMoveUndrawn = false;
  let announcement: string | null = null;
  const tasksAfterDraw = new Map<string, () => void>();
  let leftDuringStart: Elsewhere | null = null;
  let replayTimer: ReturnType<typeof setTimeout> | undefined;

  const deferredTasks = createDeferredTasks();
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const sound = createSound(memory);
  const colours = followPalette(() => redraw());
  const suitsPad = game.padShown !== 'on-request' && matchMedia('(pointer: coarse)').matches;
  const padChoice = memory.padChoice();
  let pageState: PageState = {
    phase,
    screen: null,
    hudNames: [],
    canEnd: false,
    isSoundOn: sound.isOn(),
    volume: memory.volume(),
    isPadShown: padChoice === 'auto' ? suitsPad : padChoice === 'shown',
    board: null,
    scoreboard: game.scoreboard
      ? {
          label: game.scoreboard.label,
          counts: game.scoreboard.names.map((name) => ({ name, count: 0 })),
        }
      : null,
  };
  /** State that was rendered last. */
  let rendered: PageState | null = null;

  const settings = createSettings({
    screens,
    memory,
    sound,
    hasPad: game.pad.length > 0,
    pageState: () => pageState,
    show,
  });

  const held = followInput(section, stageElement, {
    isPlaying: () => phase === 'playing',
    pressed(intent) {
      if (phase === 'playing' && round) view.intent?.(intent, round.state());
    },
    pausePressed: togglePause,
    mutePressed: settings.toggleSound,
    gamepadPressed(bits) {
      if (settings.gamepadPressed(bits)) return;
      const isStart = (bits & START) !== 0;
      if (isStart || bits & PRIMARY) {
        if (phase === 'title' || (phase === 'over' && isStart)) void begin();
        else if (phase === 'paused' || isStart) togglePause();
      } else if (phase === 'title' && bits & (LEFT | RIGHT | UP | DOWN)) {
        const step = bits & (UP | LEFT) ? -1 : 1;
        const { modes } = meta;
        const next = modes[(modes.indexOf(mode) + step + modes.length) % modes.length];
        if (next && next !== mode) choose(next);
      }
    },
  });

  const stage: Stage<State> = {
    element: stageElement,
    act(input, next) {
      if (phase !== 'playing' || round?.isOver()) return;
      if (tickMs !== null) {
        if (pendingInputs.length < PENDING_INPUTS_MAX) pendingInputs.push(input);
      } else stepOnce(input, next);
    },
    isPlaying: () => phase === 'playing',
    sound(effect) {
      if (tickMs !== null) sound.play(effect);
      else if (sound.isOn()) later(`sound of ${effect}`, () => sound.play(effect));
    },
    announce(text) {
      if (tickMs !== null) announce(text);
      else {
        announcement = text;
        scheduleMoveDraw();
      }
    },
    isCalm: () => calm.matches,
    palette: colours.palette,
    show(board) {
      pageState = { ...pageState, board };
      if (isMoveUndrawn) tasksAfterDraw.set('board', render);
      else render();
    },
    redraw: () => redraw(),
    later,
  };
  // A long press is part of the game; a context menu would interrupt it.
  stageElement.addEventListener('contextmenu', (event) => event.preventDefault());
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

  function redraw(): void {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      if (round) view.draw(round.state(), round.previous(), 1);
      if (isMoveUndrawn) scheduleAfterMove();
    });
  }

  /** A move is drawn in its own frame; announcements and HUD follow in later frames. */
  function scheduleMoveDraw(): void {
    isMoveUndrawn = true;
    redraw();
  }

  function later(name: string, task: () => void): void {
    if (isMoveUndrawn) tasksAfterDraw.set(name, task);
    else deferredTasks.add(name, task);
  }

  function releaseTasks(): void {
    isMoveUndrawn = false;
    for (const [name, task] of tasksAfterDraw) deferredTasks.add(name, task);
    tasksAfterDraw.clear();
  }

  function scheduleAfterMove(): void {
    releaseTasks();
    if (round?.isOver()) {
      finishLater();
      return;
    }
    deferredTasks.add('announcement', () => {
      if (announcement !== null) announce(announcement);
      announcement = null;
    });
    deferredTasks.add('hud', showHudValues);
  }

  /** Shows the result in a later frame, because React would take most of the one with the last move. */
  function finishLater(): void {
    loop?.stop();
    deferredTasks.add('end', () => {
      if (phase === 'playing' || phase === 'watching') finish();
    });
  }

  /** Runs everything that waits for later frames now. */
  function runPendingTasks(): void {
    if (isMoveUndrawn) scheduleAfterMove();
    deferredTasks.hurry();
  }

  function hudItemsOf(state: State): readonly HudItem[] {
    return [
      { name: 'Score', value: engine.scoreOf(state) },
      { name: 'Best', value: best ?? '–' },
      ...(game.hudItemsOf?.(state) ?? []),
    ];
  }

  function showHudValues(): void {
    if (round) page.writeHudValues(hudItemsOf(round.state()).map(({ value }) => `${value}`));
  }

  function stepOnce(input: number, next?: State): void {
    if (!round) return;
    round.step(input, next);
    if (tickMs === null) scheduleMoveDraw();
    view.stepped?.(round.state(), round.previous());
    // The replay of a game that was left early ends without an outcome.
    if (!game.signalsEnd && engine.outcomeOf(round.state()) !== 'playing')
      stage.sound(endSoundOf(round.state()));
    if (tickMs !== null) {
      if (++ticks % TICKS_PER_HUD_UPDATE === 0) showHudValues();
      if (round.isOver()) {
        redraw();
        finishLater();
      }
    }
  }

  function endSoundOf(state: State): 'win' | 'lose' {
    const outcome = engine.outcomeOf(state);
    const isWin = outcome === 'won' || (outcome === 'lost' && game.isForTwo?.(state));
    return isWin ? 'win' : 'lose';
  }

  function tick(): void {
    if (!round) return;
    if (phase === 'watching') {
      watchOnce();
      return;
    }
    const bits = held.take();
    const input = pendingInputs.shift();
    stepOnce(input ?? view.inputOf?.(bits, round.state()) ?? bits);
  }

  function watchOnce(): void {
    const input = round?.nextInput() ?? null;
    if (input === null) finishLater();
    else stepOnce(input);
    if (tickMs === null && phase === 'watching')
      replayTimer = setTimeout(watchOnce, REPLAY_MOVE_MS);
  }

  function show(change: Partial<PageState>): void {
    pageState = { ...pageState, ...change };
    render();
  }

  function render(): void {
    if (pageState === rendered) return;
    rendered = pageState;
    page.render(pageState);
  }

  function enter(next: Phase, screen: GameScreen | null = null): void {
    phase = next;
    const runs = next === 'playing' || next === 'watching';
    show({
      phase,
      screen,
      hudNames: round ? hudItemsOf(round.state()).map(({ name }) => name) : [],
      canEnd: (next === 'playing' || next === 'paused') && endInput() !== null,
    });
    clearTimeout(replayTimer);
    held.release();
    pendingInputs = [];
    if (runs) loop?.start();
    else loop?.stop();
    if (!runs || tickMs === null) redraw();
  }

  function setRound(next: Round<State>): void {
    round = next;
    best = memory.bestOf(next.mode.id);
    view.started?.(next.state());
  }

  /** Returns the input by which the player ends this game, or null. */
  function endInput(): number | null {
    if (round?.kind !== 'played') return null;
    return game.endInputOf?.(round.state()) ?? null;
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
    runPendingTasks();
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

  /** Pauses because the player has left; a game that is starting starts paused. */
  function handleBlur(where: Elsewhere): void {
    if (phase === 'starting') leftDuringStart = where;
    else if (tickMs !== null && phase === 'playing') pause(where === 'away');
  }

  function run(next: Round<State>, as: 'playing' | 'watching'): void {
    ticks = 0;
    setRound(next);
    enter(as);
    showHudValues();
    if (leftDuringStart !== 'on the page') comeToField();
    if (as === 'watching' && tickMs === null) replayTimer = setTimeout(watchOnce, REPLAY_MOVE_MS);
  }

  function comeToField(): void {
    // The title may be taller than the field, and a pad may start below the window.
    const { top, bottom } = section.getBoundingClientRect();
    // Instantly: the game does not wait for smooth scrolling.
    if (top < 0 || bottom > innerHeight) section.scrollIntoView({ behavior: 'instant' });
    focusField();
  }

  function focusField(): void {
    if (view.focus) view.focus();
    else stageElement.focus({ preventScroll: true });
  }

  function watch(record: ReplayData): boolean {
    runPendingTasks();
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

  function togglePause(): void {
    runPendingTasks();
    if (settings.close()) return;
    if (phase === 'paused') resume();
    else if (phase === 'playing' || phase === 'watching') pause();
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

  function confirmEnd(): void {
    runPendingTasks();
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
    if (phase === 'watching' && tickMs === null)
      replayTimer = setTimeout(watchOnce, REPLAY_MOVE_MS);
    announce('Resumed.');
  }

  function leave(): void {
    showTitle('play');
  }

  function finish(): void {
    if (!round) return;
    releaseTasks();
    announcement = null;
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
    const url = new URL(location.href);
    url.search = `?${new URLSearchParams({ mode: round.mode.id, seed: `${record.seed}` })}`;
    if (kind === 'played') countEnd(state);
    const result: GameScreen = {
      kind: 'result',
      takesFocus: false,
      againLabel: game.again ?? 'Play again',
      ending,
      score: isScored ? score : null,
      best,
      isBest: isBest && before !== null,
      url: url.href,
      again: () => void begin(),
      watch: () => watch(record),
      leave,
    };
    enter('over', result);
    deferredTasks.add('focus', () => {
      if (phase !== 'over') return;
      show({ screen: { ...result, takesFocus: true } });
      // A result below the board may be below the window. A smooth scroll could still move the next game.
      if (game.result === 'beside')
        screens.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
    deferredTasks.add('hud', showHudValues);
    deferredTasks.add('announcement', () =>
      announce(isScored ? `${ending} Score ${score}.` : ending),
    );
    if (kind !== 'played') return;
    const finished = { ...record, mode: round.mode.id, score, outcome: engine.outcomeOf(state) };
    deferredTasks.add('finished', () => options.onFinished?.(finished));
  }

  /** Counts how a game ended; the scoreboard is rendered with the result. */
  function countEnd(state: State): void {
    const { scoreboard } = pageState;
    if (!game.scoreboard || !scoreboard) return;
    const ended = game.scoreboard.nameOf(state);
    const counts = scoreboard.counts.map(({ name, count }) => ({
      name,
      count: name === ended ? count + 1 : count,
    }));
    pageState = { ...pageState, scoreboard: { ...scoreboard, counts } };
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
      runPendingTasks();
      stopFollowing();
      loop?.stop();
      clearTimeout(replayTimer);
      if (frame !== null) cancelAnimationFrame(frame);
      deferredTasks.close();
      held.close();
      colours.stop();
      view.close();
      sound.close();
    },
  };
}
