/** What a page says of a game before anything of it is fetched, and its title screen after. */
export interface GameMeta {
  /** Its number in the catalogue, as in /gamecorner/game/10. */
  id: number;
  /** Its folder, as in records and in the keys of what a browser keeps. */
  game: string;
  name: string;
  /** One sentence below the name. */
  tagline: string;
  /** How to play: a few sentences, one each. */
  howToPlay: readonly string[];
  controls: readonly GameControl[];
  /** At least one; the first is chosen before somebody chose. */
  modes: readonly GameMode[];
}

/** One thing a player does, and how. */
export interface GameControl {
  does: string;
  keys: string;
  touch: string;
  gamepad: string;
}

/** A way to play it, chosen on the title screen. Best scores are kept for each. */
export interface GameMode {
  /** Stable and short, part of keys and addresses: `arcade`. */
  id: string;
  name: string;
  /** What is different about it, in a sentence. */
  about: string;
  /** What the engine's `readOptions` is given. */
  options: { readonly [name: string]: string | number | boolean };
  /** False where two people play at one board: nothing is counted then. */
  ranked?: false;
}
