import type { Json } from '#games/kit/engine.ts';
import type { PlayableGame } from '#games/kit/view/game-view.ts';
import {
  type MountedGame,
  type MountOptions,
  mountShell,
  shellStyles,
} from '#games/kit/view/shell.ts';
import { loadStyles } from '../load-styles.ts';

interface Loaded {
  styles: readonly string[];
  mount(host: HTMLElement, options: MountOptions): MountedGame;
}

function loaded<State, Options extends Json>({
  game,
}: {
  game: PlayableGame<State, Options>;
}): Loaded {
  return { styles: game.styles, mount: (host, options) => mountShell(host, game, options) };
}

/** Each game by its number in the catalogue, as what fetches it. */
const games: Readonly<Record<number, () => Promise<Loaded>>> = {
  8: async () => loaded(await import('#games/sweet-crush/view.ts')),
  9: async () => loaded(await import('#games/pacman/view.ts')),
  10: async () => loaded(await import('#games/space-invaders/view.ts')),
  27: async () => loaded(await import('#games/whac-a-mole/view.ts')),
  29: async () => loaded(await import('#games/connect-four/view.ts')),
  28: async () => loaded(await import('#games/bird-shooting/view.ts')),
  30: async () => loaded(await import('#games/bird-shooter/view.ts')),
  33: async () => loaded(await import('#games/tic-tac-toe/view.ts')),
};

/** Whether a game of the catalogue is played here. */
export const isPlayable = (id: number): boolean => Object.hasOwn(games, id);

/** What an address says of the game: `?mode=arcade&seed=7` is the same game for everybody. */
function optionsIn(address: URLSearchParams): MountOptions {
  const mode = address.get('mode') ?? undefined;
  const seed = Number(address.get('seed') ?? Number.NaN);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) return { mode };
  return {
    mode,
    seedFor: () => seed,
    note: `Game number ${seed}, the same for everybody who has this link.`,
  };
}

/** Fetches a game and puts its title screen into `host`. Throws when it cannot be fetched. */
export async function mountGame(
  host: HTMLElement,
  id: number,
  options: MountOptions = {},
): Promise<MountedGame> {
  const load = games[id];
  if (!load) throw new Error(`no game ${id} is played here`);
  const [{ styles, mount }] = await Promise.all([load(), loadStyles(shellStyles)]);
  await Promise.all(styles.map(loadStyles));
  return mount(host, { ...optionsIn(new URLSearchParams(location.search)), ...options });
}
