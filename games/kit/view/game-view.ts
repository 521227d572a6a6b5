/** Interface between a game's view and the session that runs it (session.ts). */
import type { Engine, Input, Intent, Json } from '../engine.ts';
import type { GameMeta, GameMode } from '../meta.ts';
import type { Palette } from './canvas.ts';
import type { SoundEffect } from './sound.ts';

/** A game's engine, view and settings. The page renders screens, HUD, pad and sound from it. */
export interface PlayableGame<State, Options extends Json> {
  meta: GameMeta;
  engine: Engine<State, Options>;
  /** URLs of further style sheets: `import styles from './view.css?url'`. */
  styles: readonly string[];
  /** Buttons of the on-screen pad. */
  pad: readonly PadButton[];
  /** `on-request`: the player taps the field itself, so the pad is hidden until the player opens it. */
  padShown?: 'on-request';
  /** `covers`: the field is dimmed behind the result; `beside`: the last position stays visible. */
  result: 'covers' | 'beside';
  /** Ending shown with the result: 'GAME OVER', 'SUCCESS'. */
  endingOf(state: State): string;
  /** True if two players share the board: the end then sounds like a win for either of them. */
  isForTwo?(state: State): boolean;
  /** True if the view itself plays the sound of the end. */
  signalsEnd?: true;
  /** Label of the buttons for a new game: 'New Game'. The default is 'Restart' and 'Play again'. */
  again?: string;
  /** Values shown in the HUD after score and best, such as lives; the names are the same in each state. */
  hudItemsOf?(state: State): readonly HudItem[];
  /** Input by which the player ends a game that has no end of its own; null in other modes. */
  endInputOf?(state: State): Input | null;
  /** Facts about a board that never change, shown below it, such as the points per sweet. */
  legend?: { label: string; entries: readonly LegendEntry[] };
  /** Ends that the page counts while it is open, below the board. */
  scoreboard?: {
    label: string;
    /** Names of the ends in the order in which they are shown: the players and 'Draw'. */
    names: readonly string[];
    /** Returns the name for a state in which the game is over. */
    nameOf(state: State): string;
  };
  open(stage: Stage<State>): GameView<State>;
}

/** A game whose types of state and options are not known where it is used. */
export type AnyPlayableGame = PlayableGame<unknown, Json>;

export interface PadButton {
  intent: Intent;
  /** Action in this game: 'Left', 'Fire'. */
  label: string;
}

/** Text and buttons that the page renders above and below the board of a game by moves. */
export interface BoardInfo {
  /** The player to move, the result, or the effect of the last move. */
  status: string;
  /** Player whose mark is shown before the status. */
  player?: number;
  /** Reason why the last move was refused; announced immediately. */
  problem?: string;
  /** Goals of the player, in their order. */
  goals?: readonly Goal[];
  /** Buttons that help the player: 'Undo (10)', 'Hint (2)'. */
  helps?: readonly Help[];
}

/** A goal with its progress: '3 of 20 leaves'. */
export interface Goal {
  drawing?: Drawing;
  text: string;
  isReached: boolean;
}

/** A button below the board. An unavailable one keeps the focus. */
export interface Help {
  label: string;
  isAvailable: boolean;
  isBusy?: boolean;
  press(): void;
}

/** An entry of a legend: a drawing, its name for screen readers, and a value. */
export interface LegendEntry extends HudItem {
  drawing: Drawing;
}

/** Filled paths in a square of 100 by 100. */
export type Drawing = readonly { path: string; fill: string }[];

/** A name and a value in the HUD. */
export interface HudItem {
  name: string;
  value: string | number;
}

/** Services of the session for a view. */
export interface Stage<State> {
  /** Empty, focusable element of the view, labelled with the game's name. */
  readonly element: HTMLElement;
  /**
   * Plays an input: immediately in a game by moves, in one of the next ticks in real time. `next` is the
   * state after it, if a worker has already computed it. Ignored while no game is being played.
   */
  act(input: Input, next?: State): void;
  /** False before the start, in a pause and in a replay. */
  isPlaying(): boolean;
  /** Plays a sound effect; in a game by moves, after the move has been drawn. */
  sound(effect: SoundEffect): void;
  /**
   * Announces text politely to screen readers; of several texts the last one counts. In a game by moves it
   * follows the drawing of the move.
   */
  announce(text: string): void;
  /** True if the user prefers reduced motion: no shake, flash or confetti. */
  isCalm(): boolean;
  /** Current colours; read them in each `draw`, because the user can change them. */
  palette(): Palette;
  /** Replaces what the page renders around the board: after a move in one of the next frames, otherwise at once. */
  show(info: BoardInfo): void;
  /** Draws again in the next frame, because something besides the state has changed. */
  redraw(): void;
  /** Runs a task in one of the next frames, see loop.ts. */
  later(name: string, task: () => void): void;
}

/** A view draws states and contains no rules. */
export interface GameView<State> {
  /**
   * Draws a state without allocating memory. In real time `between` is the share of the time between the
   * previous state (0) and this one (1); in a game by moves it is 1.
   */
  draw(state: State, previous: State, between: number): void;
  /** Called after each tick or move, for sounds and announcements. */
  stepped?(state: State, previous: State): void;
  /** Called when a new game starts, to reset the view. */
  started?(state: State): void;
  /** Returns the input of a tick in real time; the default is the sum of the held intents. */
  inputOf?(held: number, state: State): Input;
  /** Called when an intent is pressed once, for views with their own cursor. */
  intent?(intent: Intent, state: State): void;
  /** Focuses the element where play starts; the default is the stage's element. */
  focus?(): void;
  /** Removes listeners, frames and workers. The session removes the element. */
  close(): void;
}

/** Choice of a mode, and Play. */
interface TitleScreen {
  kind: 'title';
  /** Control that takes the focus. */
  focused: 'play' | 'mode' | 'settings' | null;
  meta: GameMeta;
  mode: GameMode;
  /** Returns the best score of a mode so far, or null. */
  bestOf(mode: GameMode): number | null;
  /** Shown below Play, such as that this is the game of a challenge. */
  note: string | null;
  choose(mode: GameMode): void;
  play(): void;
  openSettings(): void;
}

/** Pause; the player may have asked to end a game that has no end of its own. */
interface PauseScreen {
  kind: 'pause';
  /** Control that takes the focus. */
  focused: 'resume' | 'settings' | null;
  meta: GameMeta;
  score: number;
  confirmsEnd: boolean;
  resume(): void;
  restart(): void;
  openSettings(): void;
  leave(): void;
  /** Ends the game with its score; null for a game that has an end of its own. */
  end: (() => void) | null;
}

/** Result of a game, and the player's options. */
interface ResultScreen {
  kind: 'result';
  /** True if the ending takes the focus. A button would be pressed by a player who is still pressing keys. */
  takesFocus: boolean;
  /** Label of the button for a new game. */
  againLabel: string;
  ending: string;
  /** null for two players at one board. */
  score: number | null;
  best: number | null;
  isBest: boolean;
  /** URL under which others play the same game. */
  url: string;
  again(): void;
  watch(): void;
  leave(): void;
}

/** Settings of all games, over the title screen or a pause. */
interface SettingsScreen {
  kind: 'settings';
  toggleSound(): void;
  /** Sets the volume in percent. */
  setVolume(volume: number): void;
  /** Shows or hides the on-screen pad; null if the game has none. */
  togglePad: (() => void) | null;
  /** Returns to the screen below. */
  back(): void;
}

/** A screen over the field while no game is being played, as data; the page renders it. */
export type GameScreen = TitleScreen | PauseScreen | ResultScreen | SettingsScreen;

export type Phase = 'title' | 'starting' | 'playing' | 'watching' | 'paused' | 'over';

/** State that the page renders around the field. It changes with the phase. */
export interface PageState {
  phase: Phase;
  screen: GameScreen | null;
  /** Names in the HUD; `writeHudValues` writes their values while the game runs. */
  hudNames: readonly string[];
  /** True if the player can end a game that has no end of its own. */
  canEnd: boolean;
  isSoundOn: boolean;
  /** In percent. */
  volume: number;
  isPadShown: boolean;
  /** Number of games by outcome since the page was opened; null if the game has no scoreboard. */
  scoreboard: Scoreboard | null;
}

export interface Scoreboard {
  label: string;
  counts: readonly { name: string; count: number }[];
}
