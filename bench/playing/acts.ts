/** Inputs of players. They are computed before the game starts, to leave processor time to the browser. */

/** A position in the field, in fractions of its width and height. */
export type Position = readonly [x: number, y: number];

/** One input, `atMs` milliseconds after the start of the game. */
export type Action = { atMs: number } & (
  | { press: string }
  | { hold: string }
  | { release: string }
  | { aim: Position }
  | { shoot: Position }
);

/** Duration of a tick, the same for all games. */
export const TICK_MS = 1000 / 60;

/** Interval of pointer events, in milliseconds. */
const MOVE_EVERY_MS = 33;
const MOVES = 8;

/** Returns inputs that hold the keys in turn, each for `holdMs`. */
export function holdInTurn(
  keys: readonly string[],
  { fromMs, everyMs, holdMs, untilMs }: Record<'fromMs' | 'everyMs' | 'holdMs' | 'untilMs', number>,
): Action[] {
  const actions: Action[] = [];
  for (let turn = 0; fromMs + turn * everyMs + holdMs < untilMs; turn += 1) {
    const atMs = fromMs + turn * everyMs;
    const key = keys[turn % keys.length] as string;
    actions.push({ atMs, hold: key }, { atMs: atMs + holdMs, release: key });
  }
  return actions;
}

/** Returns inputs that press the keys in turn. */
export function pressInTurn(
  keys: readonly string[],
  { fromMs, everyMs }: Record<'fromMs' | 'everyMs', number>,
): Action[] {
  return keys.map((press, turn) => ({ atMs: fromMs + turn * everyMs, press }));
}

/** Returns pointer moves between two positions that arrive just before `atMs`. */
export function moveBetween(
  [fromX, fromY]: Position,
  [toX, toY]: Position,
  atMs: number,
): Action[] {
  return Array.from({ length: MOVES }, (_, index) => {
    const progress = (index + 1) / MOVES;
    return {
      atMs: atMs - (MOVES - index) * MOVE_EVERY_MS,
      aim: [fromX + (toX - fromX) * progress, fromY + (toY - fromY) * progress],
    };
  });
}
