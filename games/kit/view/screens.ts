/** Screens over the field while no game is being played, as data; the page renders them. */
import type { GameMeta, GameMode } from '../meta.ts';

/** Choice of a mode, and Play. */
interface TitleScreen {
  kind: 'title';
  takesFocus: boolean;
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
  takesFocus: boolean;
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

export type GameScreen = TitleScreen | PauseScreen | ResultScreen | SettingsScreen;
