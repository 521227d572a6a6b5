/** Description of a game, shown on its page and its title screen. */
export interface GameMeta {
  /** Id in the catalogue, as in /gamecorner/game/10. */
  id: number;
  /** Folder of the game, used in replays and storage keys. */
  game: string;
  name: string;
  /** One sentence below the name. */
  tagline: string;
  /** A few sentences, one per item. */
  howToPlay: readonly string[];
  controls: readonly GameControl[];
  /** At least one; the first is the default. */
  modes: readonly GameMode[];
}

/** An action of the player and its inputs. */
export interface GameControl {
  does: string;
  keys: string;
  touch: string;
  gamepad: string;
}

/** A mode, chosen on the title screen. Each mode has its own best score. */
export interface GameMode {
  /** Short, stable id for storage keys and URLs: `arcade`. */
  id: string;
  name: string;
  /** One sentence about the difference from other modes. */
  about: string;
  /** Argument of the engine's `readOptions`. */
  options: { readonly [name: string]: string | number | boolean };
  /** False for two players at one board: their scores are not ranked. */
  ranked?: false;
}
