/** Rules of Pacman, tick by tick. */
import { DOWN, LEFT, type Outcome, RIGHT, UP } from '../kit/engine.ts';
import {
  ARCADE_MOVE_TICKS,
  CLEARED_TICKS,
  DOT_SCORE,
  DYING_TICKS,
  EXTRA_LIFE_SCORE,
  FIRST_LIVES,
  FRUIT_DOTS,
  FRUIT_SCORES,
  FRUIT_TICKS,
  GHOST_SCORES,
  LEAVE_DOTS,
  LEAVE_TICKS,
  LEVELS,
  MEET_PARTS,
  MOVE_TICKS,
  PARTS,
  PELLET_SCORE,
  QUICKER_LEVELS,
  READY_TICKS,
  SCARED_LESS_TICKS,
  SCARED_TICKS,
  SCARED_TICKS_MIN,
  START_CELL,
} from './constants.ts';
import {
  type Ghost,
  initialGhosts,
  isScatter,
  type Mover,
  moveGhost,
  moverAt,
  reversed,
} from './ghosts.ts';
import {
  allDots,
  type Direction,
  DOTS,
  FRUIT_CELL,
  isGhostsOnly,
  mazeColumnOf,
  mazeRowOf,
  neighbours,
  opposite,
  pellets,
} from './maze.ts';

export type Options = { readonly mode: 'classic' | 'arcade' };

/** `ready`: about to start; `dying`: the player was caught; `cleared`: no dot is left. */
export type Phase = 'ready' | 'playing' | 'dying' | 'cleared' | 'lost' | 'won';

export interface State {
  readonly mode: 'classic' | 'arcade';
  readonly random: number;
  readonly phase: Phase;
  /** Ticks until the phase ends; `playing` ends otherwise. */
  readonly phaseTicks: number;
  readonly level: number;
  readonly lives: number;
  readonly score: number;
  readonly player: Mover;
  /** Direction that the player takes as soon as it is open. */
  readonly desiredDirection: Direction;
  readonly ghosts: readonly Ghost[];
  /** Bits of the remaining dots and pellets, one number per row. */
  readonly dots: readonly number[];
  /** Dots eaten in this level. */
  readonly eaten: number;
  /** Ticks of this life, which decide between chase and retreat. */
  readonly ticks: number;
  /** Ticks for which the ghosts are still scared. */
  readonly scared: number;
  /** Ghosts eaten with this pellet. */
  readonly caught: number;
  /** Ticks for which the fruit stays. */
  readonly fruit: number;
}

type Draft = { -readonly [Key in keyof State]: State[Key] };

/** Positions at the start of each life. */
const places = () => ({
  player: moverAt(START_CELL, 1),
  desiredDirection: 1 as const,
  ghosts: initialGhosts,
  ticks: 0,
  scared: 0,
  caught: 0,
  fruit: 0,
});

export function start(seed: number, { mode }: Options): State {
  return {
    mode,
    random: seed,
    phase: 'ready',
    phaseTicks: READY_TICKS,
    level: 1,
    lives: mode === 'classic' ? 1 : FIRST_LIVES,
    score: 0,
    ...places(),
    dots: allDots,
    eaten: 0,
  };
}

/** Classic: dots eaten; arcade: points. */
export const scoreOf = ({ score }: State): number => score;

export const outcomeOf = ({ phase }: State): Outcome =>
  phase === 'won' || phase === 'lost' ? phase : 'playing';

/** Returns the duration of the player's move to the next cell, in ticks. */
export function playerTicksOf({ mode, level }: State): number {
  if (mode === 'classic') return MOVE_TICKS;
  return ARCADE_MOVE_TICKS - QUICKER_LEVELS.filter((quicker) => level >= quicker).length;
}

/** Returns the duration of a pellet's effect in this level, in ticks. */
export function scaredTicksOf({ mode, level }: State): number {
  if (mode === 'classic') return SCARED_TICKS;
  return Math.max(SCARED_TICKS_MIN, SCARED_TICKS - (level - 1) * SCARED_LESS_TICKS);
}

export const fruitPoints = ({ level }: State): number =>
  FRUIT_SCORES[Math.min(level, FRUIT_SCORES.length) - 1] as number;

export const hasDot = (dots: readonly number[], cell: number): boolean =>
  (((dots[mazeRowOf(cell)] as number) >> mazeColumnOf(cell)) & 1) === 1;

function addPoints(draft: Draft, points: number): void {
  if (draft.mode === 'classic') return;
  const before = draft.score;
  draft.score += points;
  if (before < EXTRA_LIFE_SCORE && draft.score >= EXTRA_LIFE_SCORE) draft.lives++;
}

const directions: readonly (readonly [intent: number, direction: Direction])[] = [
  [UP, 0],
  [LEFT, 1],
  [DOWN, 2],
  [RIGHT, 3],
];

/** Returns the direction the player wants; of several held directions an open, new one has priority. */
function wantedDirection({ player, desiredDirection }: State, input: number): Direction {
  const held = directions.filter(([intent]) => (input & intent) !== 0).map(([, way]) => way);
  if (held.length === 0) return desiredDirection;
  const open = held.filter((way) => isOpen(player.cell, way));
  return open.find((way) => way !== player.direction) ?? open[0] ?? (held[0] as Direction);
}

function isOpen(cell: number, direction: Direction): boolean {
  const next = neighbours[cell]?.[direction] as number;
  return next >= 0 && !isGhostsOnly(next);
}

function movePlayer(draft: Draft, input: number): void {
  draft.desiredDirection = wantedDirection(draft, input);
  let player = draft.player;
  if (player.left > 0 && draft.desiredDirection === opposite(player.direction))
    player = reversed(player);
  if (player.left > 0) {
    player = { ...player, left: player.left - 1 };
    if (player.left === 0) eatAt(draft, player.cell);
  }
  if (player.left === 0) {
    const direction = isOpen(player.cell, draft.desiredDirection)
      ? draft.desiredDirection
      : player.direction;
    const way = playerTicksOf(draft);
    player = isOpen(player.cell, direction)
      ? {
          from: player.cell,
          cell: neighbours[player.cell]?.[direction] as number,
          direction,
          left: way,
          way,
        }
      : { ...player, from: player.cell };
  }
  draft.player = player;
}

/** Eats the dot, pellet or fruit of a cell. */
function eatAt(draft: Draft, cell: number): void {
  if (draft.fruit > 0 && cell === FRUIT_CELL) {
    draft.fruit = 0;
    addPoints(draft, fruitPoints(draft));
  }
  if (!hasDot(draft.dots, cell)) return;
  const row = mazeRowOf(cell);
  const bit = 1 << mazeColumnOf(cell);
  draft.dots = draft.dots.map((bits, index) => (index === row ? bits & ~bit : bits));
  draft.eaten++;
  if (draft.mode === 'classic') draft.score++;
  else if (FRUIT_DOTS.includes(draft.eaten)) draft.fruit = FRUIT_TICKS;
  if (!pellets.includes(cell)) {
    addPoints(draft, DOT_SCORE);
    return;
  }
  addPoints(draft, PELLET_SCORE);
  draft.scared = scaredTicksOf(draft);
  draft.caught = 0;
  draft.ghosts = draft.ghosts.map((ghost) =>
    ghost.mood === 'out' ? reversed({ ...ghost, mood: 'scared' as const }) : ghost,
  );
}

function calmDown(draft: Draft): void {
  if (draft.scared === 0 || --draft.scared > 0) return;
  draft.ghosts = draft.ghosts.map((ghost) =>
    ghost.mood === 'scared' ? { ...ghost, mood: 'out' as const } : ghost,
  );
}

function releaseGhosts(draft: Draft): void {
  draft.ghosts = draft.ghosts.map((ghost, index) => {
    const isDue =
      draft.eaten >= (LEAVE_DOTS[index] as number) || draft.ticks >= (LEAVE_TICKS[index] as number);
    return ghost.mood === 'home' && isDue ? { ...ghost, mood: 'leaving' as const } : ghost;
  });
}

function moveGhosts(draft: Draft): void {
  if (draft.ghosts.some(({ mood }) => mood === 'home')) releaseGhosts(draft);
  const scatter = isScatter(draft.ticks);
  // The ghosts turn back at each change between chase and retreat, which makes the change visible.
  if (draft.scared === 0 && scatter !== isScatter(draft.ticks - 1)) {
    draft.ghosts = draft.ghosts.map((ghost) => (ghost.mood === 'out' ? reversed(ghost) : ghost));
  }
  for (const index of draft.ghosts.keys()) {
    const moved = moveGhost(index, {
      ghosts: draft.ghosts,
      prey: draft.player,
      scatter,
      isScaring: draft.scared > 0,
      playerTicks: playerTicksOf(draft),
      random: draft.random,
    });
    draft.random = moved.random;
    draft.ghosts = draft.ghosts.map((ghost, at) => (at === index ? moved.ghost : ghost));
  }
}

/** Returns a position in parts of a cell: [row, column]. A move through the tunnel jumps to its end. */
export function partsOf({ from, cell, left, way }: Mover): [number, number] {
  const goes = Math.floor((PARTS * (way - left)) / way);
  const rows = mazeRowOf(cell) - mazeRowOf(from);
  const columns = mazeColumnOf(cell) - mazeColumnOf(from);
  if (Math.abs(columns) > 1) return [mazeRowOf(cell) * PARTS, mazeColumnOf(cell) * PARTS];
  return [mazeRowOf(from) * PARTS + rows * goes, mazeColumnOf(from) * PARTS + columns * goes];
}

function handleCollisions(draft: Draft): void {
  const [row, column] = partsOf(draft.player);
  for (const [index, ghost] of draft.ghosts.entries()) {
    if (ghost.mood === 'home' || ghost.mood === 'eyes') continue;
    const [ghostRow, ghostColumn] = partsOf(ghost);
    if (Math.abs(row - ghostRow) + Math.abs(column - ghostColumn) >= MEET_PARTS) continue;
    if (ghost.mood === 'scared') {
      addPoints(draft, GHOST_SCORES[Math.min(draft.caught, GHOST_SCORES.length - 1)] as number);
      draft.caught++;
      draft.ghosts = draft.ghosts.map((other, at) =>
        at === index ? { ...other, mood: 'eyes' as const } : other,
      );
      continue;
    }
    draft.phase = 'dying';
    draft.phaseTicks = DYING_TICKS;
    draft.lives--;
    return;
  }
}

function play(draft: Draft, input: number): void {
  draft.ticks++;
  movePlayer(draft, input);
  if (draft.eaten >= DOTS || draft.dots.every((bits) => bits === 0)) {
    draft.phase = 'cleared';
    draft.phaseTicks = CLEARED_TICKS;
    return;
  }
  handleCollisions(draft);
  if (draft.phase !== 'playing') return;
  calmDown(draft);
  if (draft.fruit > 0) draft.fruit--;
  moveGhosts(draft);
  handleCollisions(draft);
}

/** Starts the phase after one whose time is over. */
function endPhase(draft: Draft): void {
  if (draft.phase === 'ready') draft.phase = 'playing';
  else if (draft.phase === 'dying' && draft.lives === 0) draft.phase = 'lost';
  else if (draft.phase === 'cleared' && (draft.mode === 'classic' || draft.level === LEVELS)) {
    draft.phase = 'won';
  } else {
    if (draft.phase === 'cleared') {
      draft.level++;
      draft.dots = allDots;
      draft.eaten = 0;
    }
    Object.assign(draft, places());
    draft.phase = 'ready';
    draft.phaseTicks = READY_TICKS;
  }
}

/** Advances by one tick. The input is the sum of the held directions. */
export function step(state: State, input: number): State {
  if (outcomeOf(state) !== 'playing') return state;
  const draft: Draft = { ...state };
  if (draft.phase === 'playing') play(draft, input);
  else {
    // A direction pressed before the start takes effect at the start.
    if (draft.phase === 'ready') draft.desiredDirection = wantedDirection(draft, input);
    if (draft.phaseTicks > 1) draft.phaseTicks--;
    else {
      draft.phaseTicks = 0;
      endPhase(draft);
    }
  }
  return draft;
}
