/** What a player does, computed before the game is played: the browser has the machine then. */

/** A place in the field, as shares of its width and height. */
export type Place = readonly [x: number, y: number];

/** One act, so many milliseconds after the game has begun. */
export type Act = { atMs: number } & (
  | { press: string }
  | { hold: string }
  | { release: string }
  | { aim: Place }
  | { shoot: Place }
);

/** A tick of every game in real time. */
export const TICK_MS = 1000 / 60;

/** Pointers are heard of about this often. */
const MOVE_EVERY_MS = 33;
const MOVES = 8;

/** Keys in turn, each held for a while. */
export function holdInTurn(
  keys: readonly string[],
  { fromMs, everyMs, holdMs, untilMs }: Record<'fromMs' | 'everyMs' | 'holdMs' | 'untilMs', number>,
): Act[] {
  const acts: Act[] = [];
  for (let turn = 0; fromMs + turn * everyMs + holdMs < untilMs; turn += 1) {
    const atMs = fromMs + turn * everyMs;
    const key = keys[turn % keys.length] as string;
    acts.push({ atMs, hold: key }, { atMs: atMs + holdMs, release: key });
  }
  return acts;
}

/** Keys in turn. */
export function pressInTurn(
  keys: readonly string[],
  { fromMs, everyMs }: Record<'fromMs' | 'everyMs', number>,
): Act[] {
  return keys.map((press, turn) => ({ atMs: fromMs + turn * everyMs, press }));
}

/** A pointer on its way from a place to another, where it arrives just before that time. */
export function moveBetween([fromX, fromY]: Place, [toX, toY]: Place, atMs: number): Act[] {
  return Array.from({ length: MOVES }, (_, index) => {
    const share = (index + 1) / MOVES;
    return {
      atMs: atMs - (MOVES - index) * MOVE_EVERY_MS,
      aim: [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share],
    };
  });
}
