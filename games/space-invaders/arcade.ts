/** The arcade game: smooth movement, shields, bombs, lives, waves and a bonus ship. */
import { LEFT, type Outcome, PRIMARY, RIGHT } from '../kit/engine.ts';
import { below, next } from '../kit/random.ts';
import {
  BOMB_CHANCE_TICKS,
  BOMB_HEIGHT,
  BOMB_REACH,
  BOMB_REST_TICKS,
  BOMB_SPEED,
  BOMB_SPEED_WAVE,
  BOMBS_MAX,
  BONUS_CHANCE_TICKS,
  BONUS_HEIGHT,
  BONUS_INVADERS_MIN,
  BONUS_REST_TICKS,
  BONUS_SCORES,
  BONUS_SPEED,
  BONUS_WIDTH,
  BONUS_Y,
  CLEARED_TICKS,
  DROP_SPEED,
  DROP_Y,
  DYING_TICKS,
  EDGE,
  EXPLOSION_TICKS,
  EXTRA_LIFE_SCORE,
  FIELD,
  FIRST_BOMBS,
  FIRST_LIVES,
  INVADER_HEIGHT,
  INVADER_SPACE_X,
  INVADER_SPACE_Y,
  INVADER_WIDTH,
  INVADERS_IN_ROW,
  LIFE_SCORE,
  PARTS,
  READY_TICKS,
  ROW_SCORES,
  ROWS,
  SAFE_TICKS,
  SHIELD_ROWS,
  SHIELDS_X,
  SHIP_HEIGHT,
  SHIP_SPEED,
  SHIP_WIDTH,
  SHIP_Y,
  SHOT_HEIGHT,
  SHOT_REST_TICKS,
  SHOT_SPEED,
  SHOTS_MAX,
  WAVES,
} from './constants.ts';
import {
  bottomOf,
  columnsLeft,
  type Formation,
  formationOf,
  invaderAt,
  invadersLeft,
  middleOf,
  speedOf,
} from './formation.ts';
import { removeCrossedCells, strikeShields } from './shields.ts';

/** Position of a moving object: the centre of its upper edge, in parts of a pixel. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Position of a hit, and its points. */
export interface Blast extends Place {
  readonly left: number;
  readonly points: number;
}

/** `ready`: a wave starts; `dying`: the ship was hit; `cleared`: no invader of the wave is left. */
export type Phase = 'ready' | 'fighting' | 'dying' | 'cleared' | 'lost' | 'won';

export interface ArcadeState {
  readonly mode: 'arcade';
  readonly random: number;
  readonly phase: Phase;
  /** Ticks until the phase ends; `fighting` ends otherwise. */
  readonly phaseTicks: number;
  readonly wave: number;
  readonly score: number;
  readonly lives: number;
  readonly hasExtraLife: boolean;
  /** Centre of the ship, in parts. */
  readonly ship: number;
  /** Ticks for which the ship is invulnerable. */
  readonly safe: number;
  readonly formation: Formation;
  readonly shots: readonly Place[];
  /** Ticks until the ship can fire again. */
  readonly shotRest: number;
  readonly bombs: readonly Place[];
  /** Ticks until the next bomb. */
  readonly bombRest: number;
  /** Rows of bits for each shield. */
  readonly shields: readonly (readonly number[])[];
  readonly bonus: Bonus | null;
  /** Ticks until the next bonus ship. */
  readonly bonusRest: number;
  readonly blasts: readonly Blast[];
}

/** The bonus ship: its left edge in parts, and its points. */
export interface Bonus {
  readonly x: number;
  readonly direction: 1 | -1;
  readonly points: number;
}

type Draft = { -readonly [Key in keyof ArcadeState]: ArcadeState[Key] };

const LEFTMOST_SHIP = (EDGE + SHIP_WIDTH / 2) * PARTS;
const RIGHTMOST_SHIP = (FIELD - EDGE - SHIP_WIDTH / 2) * PARTS;

/** Returns the maximum speed of the wave's bombs, in parts per tick. */
export const bombSpeedOf = (wave: number): number => BOMB_SPEED + wave * BOMB_SPEED_WAVE;

export function startArcade(seed: number): ArcadeState {
  return {
    mode: 'arcade',
    random: seed,
    phase: 'ready',
    phaseTicks: READY_TICKS,
    wave: 1,
    score: 0,
    lives: FIRST_LIVES,
    hasExtraLife: false,
    ship: (FIELD / 2) * PARTS,
    safe: 0,
    formation: formationOf(1),
    shots: [],
    shotRest: 0,
    bombs: [],
    bombRest: BOMB_REST_TICKS,
    shields: SHIELDS_X.map(() => SHIELD_ROWS),
    bonus: null,
    bonusRest: BONUS_REST_TICKS,
    blasts: [],
  };
}

export function outcomeOfArcade({ phase }: ArcadeState): Outcome {
  return phase === 'won' || phase === 'lost' ? phase : 'playing';
}

function draw(draft: Draft, count: number): number {
  draft.random = next(draft.random);
  return below(draft.random, count);
}

function addPoints(draft: Draft, points: number): void {
  draft.score += points;
  if (draft.hasExtraLife || draft.score < EXTRA_LIFE_SCORE) return;
  draft.hasExtraLife = true;
  draft.lives += 1;
}

function moveShip(draft: Draft, input: number): void {
  const isLeft = (input & LEFT) !== 0;
  const isRight = (input & RIGHT) !== 0;
  if (isLeft === isRight) return;
  const to = draft.ship + (isLeft ? -SHIP_SPEED : SHIP_SPEED);
  draft.ship = Math.max(LEFTMOST_SHIP, Math.min(RIGHTMOST_SHIP, to));
}

function fire(draft: Draft, input: number): void {
  if (draft.shotRest > 0) draft.shotRest--;
  const canFire = draft.shotRest === 0 && draft.shots.length < SHOTS_MAX;
  if ((input & PRIMARY) === 0 || !canFire) return;
  draft.shots = [...draft.shots, { x: draft.ship, y: (SHIP_Y - SHOT_HEIGHT) * PARTS }];
  draft.shotRest = SHOT_REST_TICKS;
}

function moveFormation(draft: Draft): void {
  const formation = draft.formation;
  if (formation.dropping > 0) {
    const down = Math.min(DROP_SPEED, formation.dropping);
    draft.formation = { ...formation, y: formation.y + down, dropping: formation.dropping - down };
    return;
  }
  const [first, last] = columnsLeft(formation);
  const speed = speedOf(draft.wave, invadersLeft(formation));
  const x = formation.x + formation.direction * speed;
  const leftEdge = x + first * INVADER_SPACE_X * PARTS;
  const rightEdge = x + (last * INVADER_SPACE_X + INVADER_WIDTH) * PARTS;
  if (leftEdge < EDGE * PARTS || rightEdge > (FIELD - EDGE) * PARTS) {
    const direction = formation.direction === 1 ? -1 : 1;
    draft.formation = { ...formation, direction, dropping: DROP_Y * PARTS };
  } else draft.formation = { ...formation, x };
}

function blast(draft: Draft, x: number, y: number, points: number): void {
  draft.blasts = [...draft.blasts, { x, y, left: EXPLOSION_TICKS, points }];
}

function strikeInvader(draft: Draft, [row, column]: [number, number]): void {
  const formation = draft.formation;
  const rows = formation.rows.map((bits, index) => (index === row ? bits & ~(1 << column) : bits));
  draft.formation = { ...formation, rows };
  const points = ROW_SCORES[row] as number;
  blast(draft, middleOf(formation, column), formation.y + row * INVADER_SPACE_Y * PARTS, points);
  addPoints(draft, points);
}

function strikesBonus({ bonus }: Draft, shot: Place): boolean {
  if (!bonus || shot.y > (BONUS_Y + BONUS_HEIGHT) * PARTS) return false;
  return shot.x >= bonus.x && shot.x <= bonus.x + BONUS_WIDTH * PARTS;
}

/** True if a shot is used up by what it hits. */
function hitsInvader(draft: Draft, shot: Place): boolean {
  const struck = strikeShields(draft.shields, draft.random, shot, SHOT_HEIGHT, 'from below');
  if (struck) {
    draft.shields = struck.shields;
    draft.random = struck.random;
    return true;
  }
  const invader = invaderAt(draft.formation, shot);
  if (invader) {
    strikeInvader(draft, invader);
    return true;
  }
  if (!strikesBonus(draft, shot)) return false;
  const bonus = draft.bonus as Bonus;
  blast(draft, bonus.x + (BONUS_WIDTH / 2) * PARTS, BONUS_Y * PARTS, bonus.points);
  addPoints(draft, bonus.points);
  draft.bonus = null;
  return true;
}

function moveShots(draft: Draft): void {
  if (draft.shots.length === 0) return;
  const flying: Place[] = [];
  for (const { x, y } of draft.shots) {
    const shot = { x, y: y - SHOT_SPEED };
    if (shot.y > -SHOT_HEIGHT * PARTS && !hitsInvader(draft, shot)) flying.push(shot);
  }
  draft.shots = flying;
}

/** Drops a bomb: half of them fall from the invader nearest to the ship, the others from a random one. */
function dropBomb(draft: Draft): void {
  if (draft.bombRest > 0) {
    draft.bombRest--;
    return;
  }
  const maxBombs = Math.min(BOMBS_MAX, FIRST_BOMBS + Math.floor(draft.wave / 2));
  if (draft.bombs.length >= maxBombs) return;
  const { rows, y } = draft.formation;
  const columns: number[] = [];
  for (let column = 0; column < INVADERS_IN_ROW; column++) {
    if (rows.some((bits) => (bits & (1 << column)) !== 0)) columns.push(column);
  }
  if (columns.length === 0) return;
  const xOf = (column: number) => middleOf(draft.formation, column);
  const isAimed = draw(draft, 2) === 0;
  const chosen = isAimed
    ? columns.reduce((near, column) =>
        Math.abs(xOf(column) - draft.ship) < Math.abs(xOf(near) - draft.ship) ? column : near,
      )
    : (columns[draw(draft, columns.length)] as number);
  let row = ROWS - 1;
  while (((rows[row] as number) & (1 << chosen)) === 0) row--;
  const top = y + (row * INVADER_SPACE_Y + INVADER_HEIGHT) * PARTS;
  draft.bombs = [...draft.bombs, { x: xOf(chosen), y: top }];
  draft.bombRest = Math.max(0, BOMB_REST_TICKS - 2 * draft.wave) + draw(draft, BOMB_CHANCE_TICKS);
}

function hitsShip({ ship, safe }: Draft, bomb: Place): boolean {
  if (safe > 0 || bomb.y + BOMB_HEIGHT * PARTS < SHIP_Y * PARTS) return false;
  if (bomb.y > (SHIP_Y + SHIP_HEIGHT) * PARTS) return false;
  return Math.abs(bomb.x - ship) <= (SHIP_WIDTH / 2 + BOMB_REACH) * PARTS;
}

function moveBombs(draft: Draft): void {
  if (draft.bombs.length === 0) return;
  const falling: Place[] = [];
  for (const { x, y } of draft.bombs) {
    const bomb = { x, y: y + bombSpeedOf(draft.wave) };
    if (hitsShip(draft, bomb)) {
      loseLife(draft);
      return;
    }
    const struck = strikeShields(draft.shields, draft.random, bomb, BOMB_HEIGHT, 'from above');
    if (struck) {
      draft.shields = struck.shields;
      draft.random = struck.random;
    } else if (bomb.y < (FIELD - BOMB_HEIGHT) * PARTS) falling.push(bomb);
  }
  draft.bombs = falling;
}

function loseLife(draft: Draft): void {
  draft.phase = 'dying';
  draft.phaseTicks = DYING_TICKS;
  draft.lives -= 1;
  draft.shots = [];
  draft.bombs = [];
}

function moveBonus(draft: Draft): void {
  if (draft.bonus) {
    const x = draft.bonus.x + draft.bonus.direction * BONUS_SPEED;
    const isGone = x < -BONUS_WIDTH * PARTS || x > FIELD * PARTS;
    draft.bonus = isGone ? null : { ...draft.bonus, x };
    return;
  }
  if (draft.bonusRest > 0) {
    draft.bonusRest--;
    return;
  }
  draft.bonusRest = BONUS_REST_TICKS + draw(draft, BONUS_CHANCE_TICKS);
  if (invadersLeft(draft.formation) < BONUS_INVADERS_MIN) return;
  const direction = draw(draft, 2) === 0 ? 1 : -1;
  const points = BONUS_SCORES[draw(draft, BONUS_SCORES.length)] as number;
  draft.bonus = { x: direction === 1 ? -BONUS_WIDTH * PARTS : FIELD * PARTS, direction, points };
}

function fadeBlasts(draft: Draft): void {
  if (draft.blasts.length === 0) return;
  draft.blasts = draft.blasts
    .map((blast) => ({ ...blast, left: blast.left - 1 }))
    .filter(({ left }) => left > 0);
}

function stepFight(draft: Draft, input: number): void {
  fire(draft, input);
  moveFormation(draft);
  moveShots(draft);
  moveBonus(draft);
  draft.shields = removeCrossedCells(draft.shields, draft.formation);
  if (invadersLeft(draft.formation) === 0) {
    draft.phase = 'cleared';
    draft.phaseTicks = CLEARED_TICKS;
    draft.shots = [];
    draft.bombs = [];
    draft.bonus = null;
  } else if (bottomOf(draft.formation) >= SHIP_Y * PARTS) {
    // Landed invaders end the game, even if lives are left.
    draft.lives = 0;
    draft.phase = 'lost';
  } else {
    dropBomb(draft);
    moveBombs(draft);
  }
}

/** Starts the phase after one whose time is over. */
function endPhase(draft: Draft): void {
  if (draft.phase === 'ready') draft.phase = 'fighting';
  else if (draft.phase === 'dying' && draft.lives === 0) draft.phase = 'lost';
  else if (draft.phase === 'dying') {
    draft.phase = 'fighting';
    draft.safe = SAFE_TICKS;
  } else if (draft.wave === WAVES) {
    draft.score += draft.lives * LIFE_SCORE;
    draft.phase = 'won';
  } else {
    draft.wave += 1;
    draft.formation = formationOf(draft.wave);
    draft.shields = SHIELDS_X.map(() => SHIELD_ROWS);
    draft.bombRest = BOMB_REST_TICKS;
    draft.phase = 'ready';
    draft.phaseTicks = READY_TICKS;
  }
}

/** Advances by one tick. */
export function stepArcade(state: ArcadeState, input: number): ArcadeState {
  if (outcomeOfArcade(state) !== 'playing') return state;
  const draft: Draft = { ...state };
  fadeBlasts(draft);
  if (draft.safe > 0) draft.safe--;
  if (draft.phase !== 'dying') moveShip(draft, input);
  if (draft.phase === 'fighting') stepFight(draft, input);
  else if (draft.phaseTicks > 1) draft.phaseTicks--;
  else {
    draft.phaseTicks = 0;
    endPhase(draft);
  }
  return draft;
}
