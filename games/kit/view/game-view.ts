/** What a game's `view.ts` exports as `game`, and what the kit's shell gives it. */
import type { Engine, Input, Json } from '../engine.ts';
import type { Intent } from '../intents.ts';
import type { GameMeta } from '../meta.ts';
import type { Palette } from './palette.ts';
import type { Voice } from './voices.ts';

/** A game that the shell can mount: title screen, pause, score and all the rest are the shell's. */
export interface PlayableGame<State, Options extends Json> {
  meta: GameMeta;
  engine: Engine<State, Options>;
  /** Addresses of style sheets besides the kit's: `import styles from './view.css?url'`. */
  styles: readonly string[];
  /** Buttons of the on-screen pad. */
  pad: readonly PadButton[];
  /** `asked`: the field itself is tapped, so that the pad comes only when somebody asks for it. */
  padShown?: 'asked';
  /** `covers`: the field is dimmed behind the result; `beside`: the last position stays in sight. */
  result: 'covers' | 'beside';
  /** What it says at the end: 'GAME OVER', 'SUCCESS'. */
  endingOf(state: State): string;
  /** What the buttons for a new game say: 'New Game'. Without it 'Restart' and 'Play again'. */
  again?: string;
  /** What the bar shows beside score and best, such as lives. The same names in each state. */
  readoutsOf?(state: State): readonly Readout[];
  /** Input by which the player ends a game that has no end of its own; null in other modes. */
  endInputOf?(state: State): Input | null;
  open(stage: Stage<State>): GameView<State>;
}

/** A button of the on-screen pad. */
export interface PadButton {
  intent: Intent;
  /** What it does in this game: 'Left', 'Fire'. */
  label: string;
}

/** A name and a value in the bar. */
export interface Readout {
  name: string;
  value: string | number;
}

/** What a view is given. Everything else of the page is not its business. */
export interface Stage<State> {
  /** Its own element, empty and focusable; it has the game's name and is as wide as there is room. */
  readonly element: HTMLElement;
  /**
   * Gives an input: at once in a game by moves, with one of the next ticks in real time. A state that
   * a worker has computed already can come along. Does nothing while nobody plays.
   */
  act(input: Input, next?: State): void;
  /** Whether inputs are taken just now: not before Play, in a pause, or in a replay. */
  isPlaying(): boolean;
  /** In a game by moves after the picture. */
  sound(voice: Voice): void;
  /**
   * Says it to who cannot see the field; politely, the last of several at once wins. In a game by moves
   * after the picture, as score and ending are.
   */
  announce(text: string): void;
  /** Whether the reader wants less motion: no shake, no flash, no confetti. */
  isCalm(): boolean;
  /** Colours to draw with; asked anew in each `draw`, since the reader may change them. */
  palette(): Palette;
  /** Draws once more with the next frame: something besides the state has changed. */
  redraw(): void;
  /** Does with one of the next frames what need not come with the picture, see chores.ts. */
  later(name: string, act: () => void): void;
}

/** What the shell asks of a view. It draws what it is given and decides nothing. */
export interface GameView<State> {
  /**
   * Draws. In real time `between` says how far the time has come from the previous state (0) to this
   * one (1); with moves it is 1. Allocates nothing.
   */
  draw(state: State, previous: State, between: number): void;
  /** After each tick or move: the time for sounds and announcements. */
  stepped?(state: State, previous: State): void;
  /** A new game has begun: what was kept of the one before is forgotten. */
  started?(state: State): void;
  /** In real time: the input of this tick; without it, the intents that are held, as bits. */
  inputOf?(held: number, state: State): Input;
  /** An intent was pressed once, by key, pad or gamepad: where a view has a cursor of its own. */
  intent?(intent: Intent, state: State): void;
  /** Puts the focus where playing begins; without it the stage's element takes it. */
  focus?(): void;
  /** Ends what it has begun: listeners, frames, workers. Its element goes by itself. */
  close(): void;
}
