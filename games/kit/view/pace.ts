/** The two ways in which a game advances: by ticks in real time, or by moves. */
import type { Input } from '../engine.ts';
import type { Phase } from './game-view.ts';
import type { Held } from './input.ts';
import { createDeferredTasks, createLoop } from './loop.ts';
import type { Round } from './round.ts';
import type { Sound, SoundEffect } from './sound.ts';

const TICKS_PER_HUD_UPDATE = 6;
/** Interval between moves of a replay, in milliseconds. */
const REPLAY_MOVE_MS = 600;
/** Maximum number of inputs that wait for a tick; further ones are dropped. */
const PENDING_INPUTS_MAX = 4;

/** The session whose round advances. */
interface PacedSession<State> {
  sound: Sound;
  phase(): Phase;
  round(): Round<State> | null;
  /** Draws the round; `between` as in `GameView.draw`. */
  draw(between: number): void;
  /** Advances the round by one tick or move; the view and the sound react to it. */
  step(input: Input, next?: State): void;
  /** Returns the input of a tick for the held intents. */
  inputOf(held: number): Input;
  showHudValues(): void;
  announce(text: string): void;
  /** Shows the result of the round. */
  finish(): void;
}

export interface Pace<State> {
  /** Called when a round is played or watched, at first or after a pause. */
  start(): void;
  stop(): void;
  /** Plays an input, see `Stage.act`. */
  act(input: Input, next?: State): void;
  /** Plays a sound effect, see `Stage.sound`. */
  sound(effect: SoundEffect): void;
  /** Announces a text, see `Stage.announce`. */
  announce(text: string): void;
  /** Draws in the next frame. */
  redraw(): void;
  /** Runs a task in one of the next frames, if a move is waiting to be drawn then after that. */
  later(name: string, task: () => void): void;
  /** Runs a task after the drawing of the waiting move; at once if there is none. */
  afterMove(name: string, task: () => void): void;
  /** Stops waiting for the drawing of a move, whose announcement is dropped. */
  releaseMove(): void;
  /** Runs everything that waits for later frames now. */
  runPendingTasks(): void;
  close(): void;
}

/** Creates the pace of a game in real time: inputs wait for the next tick, everything else happens at once. */
export function createTicks<State>(
  session: PacedSession<State>,
  tickMs: number,
  held: Held,
): Pace<State> {
  const { sound, announce } = session;
  const tasks = createDeferredTasks();
  const frame = createDrawFrame(() => session.draw(1));
  const loop = createLoop({ tickMs, tick, draw: session.draw });
  let pendingInputs: Input[] = [];
  let ticks = 0;

  function tick(): void {
    const round = session.round();
    if (!round) return;
    const input = session.phase() === 'watching' ? round.nextInput() : takeInput();
    if (input === null) {
      finishLater();
      return;
    }
    session.step(input);
    if (++ticks % TICKS_PER_HUD_UPDATE === 0) session.showHudValues();
    if (round.isOver()) {
      frame.request();
      finishLater();
    }
  }

  function takeInput(): Input {
    const bits = held.take();
    return pendingInputs.shift() ?? session.inputOf(bits);
  }

  function finishLater(): void {
    loop.stop();
    tasks.add('end', () => finishIfRunning(session));
  }

  return {
    start() {
      pendingInputs = [];
      loop.start();
    },
    stop() {
      pendingInputs = [];
      loop.stop();
      frame.request();
    },
    act(input) {
      if (pendingInputs.length < PENDING_INPUTS_MAX) pendingInputs.push(input);
    },
    sound: (effect) => sound.play(effect),
    announce,
    redraw: frame.request,
    later: tasks.add,
    afterMove: (_name, task) => task(),
    releaseMove: () => undefined,
    runPendingTasks: tasks.hurry,
    close() {
      loop.stop();
      frame.cancel();
      tasks.close();
    },
  };
}

/** Creates the pace of a game by moves: a move is drawn in its own frame, and the rest follows in later ones. */
export function createMoves<State>(session: PacedSession<State>): Pace<State> {
  const { sound } = session;
  const tasks = createDeferredTasks();
  const tasksAfterDraw = new Map<string, () => void>();
  let isMoveUndrawn = false;
  let announcement: string | null = null;
  let replayTimer: ReturnType<typeof setTimeout> | undefined;
  const frame = createDrawFrame(() => {
    session.draw(1);
    if (isMoveUndrawn) scheduleAfterMove();
  });

  function drawMoveSoon(): void {
    isMoveUndrawn = true;
    frame.request();
  }

  function scheduleAfterMove(): void {
    releaseTasks();
    if (session.round()?.isOver()) {
      finishLater();
      return;
    }
    tasks.add('announcement', () => {
      if (announcement !== null) session.announce(announcement);
      announcement = null;
    });
    tasks.add('hud', session.showHudValues);
  }

  function releaseTasks(): void {
    isMoveUndrawn = false;
    for (const [name, task] of tasksAfterDraw) tasks.add(name, task);
    tasksAfterDraw.clear();
  }

  const finishLater = () => tasks.add('end', () => finishIfRunning(session));

  function act(input: Input, next?: State): void {
    // Before the step, so that the sounds and announcements of the view wait for the drawing.
    drawMoveSoon();
    session.step(input, next);
  }

  function replayMove(): void {
    const input = session.round()?.nextInput() ?? null;
    if (input === null) finishLater();
    else act(input);
    replayMoveLater();
  }

  function replayMoveLater(): void {
    if (session.phase() === 'watching') replayTimer = setTimeout(replayMove, REPLAY_MOVE_MS);
  }

  function later(name: string, task: () => void): void {
    if (isMoveUndrawn) tasksAfterDraw.set(name, task);
    else tasks.add(name, task);
  }

  return {
    start() {
      clearTimeout(replayTimer);
      frame.request();
      replayMoveLater();
    },
    stop() {
      clearTimeout(replayTimer);
      frame.request();
    },
    act,
    sound(effect) {
      if (sound.isOn()) later(`sound of ${effect}`, () => sound.play(effect));
    },
    announce(text) {
      announcement = text;
      drawMoveSoon();
    },
    redraw: frame.request,
    later,
    afterMove(name, task) {
      if (isMoveUndrawn) tasksAfterDraw.set(name, task);
      else task();
    },
    releaseMove() {
      releaseTasks();
      announcement = null;
    },
    runPendingTasks() {
      if (isMoveUndrawn) scheduleAfterMove();
      tasks.hurry();
    },
    close() {
      clearTimeout(replayTimer);
      frame.cancel();
      tasks.close();
    },
  };
}

/** Run in a later frame than the last step, because React would take most of that one to show the result. */
function finishIfRunning<State>({ phase, finish }: PacedSession<State>): void {
  if (phase() === 'playing' || phase() === 'watching') finish();
}

/** Requests frames that draw, one at a time. */
function createDrawFrame(draw: () => void): { request(): void; cancel(): void } {
  let frame: number | null = null;
  const onFrame = () => {
    frame = null;
    draw();
  };
  return {
    request() {
      frame ??= requestAnimationFrame(onFrame);
    },
    cancel() {
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}
