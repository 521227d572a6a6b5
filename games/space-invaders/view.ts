/** Draws Space Invaders on a canvas and handles touch for left, right and fire. */
import { LEFT, PRIMARY, RIGHT } from '../kit/engine.ts';
import { type Field, openField } from '../kit/view/canvas.ts';
import type { GameView, PlayableGame, Stage } from '../kit/view/game-view.ts';
import { followFinger } from '../kit/view/input.ts';
import { type ArcadeState, bombSpeedOf } from './arcade.ts';
import { type ClassicState, fieldColumnOf, fieldRowOf, scoreOfClassic } from './classic.ts';
import {
  BOMB_HEIGHT,
  BONUS_SPEED,
  BONUS_Y,
  COLUMNS,
  EXPLOSION_TICKS,
  FIELD,
  INVADER_MOVE_TICKS,
  INVADER_SPACE_X,
  INVADER_SPACE_Y,
  INVADER_WIDTH,
  INVADERS,
  INVADERS_IN_ROW,
  PARTS,
  ROWS,
  SHIELD_CELL,
  SHIELD_COLUMNS,
  SHIELD_Y,
  SHIELDS_X,
  SHIP_SPEED,
  SHIP_WIDTH,
  SHIP_Y,
  SHOT_HEIGHT,
  SHOT_SPEED,
} from './constants.ts';
import * as engine from './engine.ts';
import { meta } from './meta.ts';
import { type Art, createArt, rowSprites } from './view-art.ts';

// Draws the arcade game, interpolated between two ticks.

/** Distance of one step of the walk animation, in parts. */
const STRIDE = 12 * PARTS;
/** Ticks of each phase of an invulnerable ship's blinking. */
const BLINK_TICKS = 8;
const SHAKE = 3;

const strideOf = ({ formation }: ArcadeState) => Math.floor((formation.x + formation.y) / STRIDE);

function drawFormation(field: Field, art: Art, state: ArcadeState, back: number): void {
  const { formation } = state;
  const leg = strideOf(state) & 1;
  for (let row = 0; row < ROWS; row++) {
    const bits = formation.rows[row] as number;
    const kind = rowSprites[row]?.[leg as 0 | 1];
    if (!kind) continue;
    const y = formation.y / PARTS + row * INVADER_SPACE_Y;
    for (let column = 0; column < INVADERS_IN_ROW; column++) {
      if ((bits & (1 << column)) === 0) continue;
      art.draw(field, kind, (formation.x - back) / PARTS + column * INVADER_SPACE_X, y);
    }
  }
}

function drawShields(field: Field, art: Art, state: ArcadeState): void {
  const { context } = field;
  context.fillStyle = art.palette().sky;
  for (let shield = 0; shield < state.shields.length; shield++) {
    const rows = state.shields[shield] as readonly number[];
    const left = SHIELDS_X[shield] as number;
    for (let row = 0; row < rows.length; row++) {
      const bits = rows[row] as number;
      // Adjacent cells are one rectangle: no seams, and fewer calls.
      let from = -1;
      for (let column = 0; column <= SHIELD_COLUMNS; column++) {
        const isSolid =
          column < SHIELD_COLUMNS && (bits & (1 << (SHIELD_COLUMNS - 1 - column))) !== 0;
        if (isSolid && from < 0) from = column;
        if (isSolid || from < 0) continue;
        context.fillRect(
          left + from * SHIELD_CELL,
          SHIELD_Y + row * SHIELD_CELL,
          (column - from) * SHIELD_CELL,
          SHIELD_CELL + 0.2,
        );
        from = -1;
      }
    }
  }
}

function drawFlying(field: Field, art: Art, state: ArcadeState, rest: number): void {
  const { context } = field;
  const palette = art.palette();
  context.fillStyle = palette.lime;
  for (const { x, y } of state.shots) {
    context.fillRect(x / PARTS - 1, (y + SHOT_SPEED * rest) / PARTS, 2, SHOT_HEIGHT);
  }
  context.fillStyle = palette.ink;
  for (const { x, y } of state.bombs) {
    const top = (y - bombSpeedOf(state.wave) * rest) / PARTS;
    const side = (Math.floor(y / (6 * PARTS)) & 1) === 0 ? -1 : 1;
    context.fillRect(x / PARTS - 1 + side, top, 2, BOMB_HEIGHT / 2);
    context.fillRect(x / PARTS - 1 - side, top + BOMB_HEIGHT / 2, 2, BOMB_HEIGHT / 2);
  }
}

function drawBlasts(field: Field, art: Art, state: ArcadeState): void {
  const { context } = field;
  const palette = art.palette();
  for (const { x, y, left, points } of state.blasts) {
    const middle = x / PARTS;
    const top = y / PARTS - 2;
    if (left > EXPLOSION_TICKS / 2) art.draw(field, 'blast', middle - INVADER_WIDTH / 2, top);
    else {
      context.fillStyle = palette.ink;
      context.font = '700 7px system-ui, sans-serif';
      context.textAlign = 'center';
      context.fillText(String(points), middle, top + 9);
    }
  }
}

function drawShip(field: Field, art: Art, state: ArcadeState, x: number, isCalm: boolean): void {
  if (state.phase === 'dying') {
    art.draw(field, 'wreck', x - SHIP_WIDTH / 2 - 4, SHIP_Y - 6);
    return;
  }
  if (state.phase === 'lost') return;
  const isSeen = isCalm || Math.floor(state.safe / BLINK_TICKS) % 2 === 0;
  // With reduced motion, the ship is translucent instead of blinking.
  if (isCalm && state.safe > 0) field.context.globalAlpha = 0.55;
  if (isSeen) art.draw(field, 'ship', x - SHIP_WIDTH / 2, SHIP_Y);
  field.context.globalAlpha = 1;
}

function drawText(field: Field, art: Art, state: ArcadeState): void {
  const resultText =
    state.phase === 'ready' ? `Wave ${state.wave}` : state.phase === 'cleared' ? 'Cleared' : '';
  if (resultText === '') return;
  const { context } = field;
  context.fillStyle = art.palette().ink;
  context.font = '800 26px Bricolage, system-ui, sans-serif';
  context.textAlign = 'center';
  context.fillText(resultText, FIELD / 2, 206);
}

function drawArcade(
  field: Field,
  art: Art,
  state: ArcadeState,
  previous: ArcadeState,
  between: number,
  isCalm: boolean,
): void {
  const { context } = field;
  const rest = 1 - between;
  art.draw(field, 'field', 0, 0);
  context.save();
  if (state.phase === 'dying' && !isCalm) {
    const side = state.phaseTicks % 4 < 2 ? 1 : -1;
    context.translate(side * Math.min(SHAKE, state.phaseTicks / 12), 0);
  }
  drawShields(field, art, state);
  const walked = state.wave === previous.wave ? state.formation.x - previous.formation.x : 0;
  drawFormation(field, art, state, walked * rest);
  drawFlying(field, art, state, state.phase === 'fighting' ? rest : 0);
  if (state.bonus) {
    const back = state.bonus.direction * BONUS_SPEED * rest;
    art.draw(field, 'bonus', (state.bonus.x - back) / PARTS, BONUS_Y);
  }
  drawBlasts(field, art, state);
  drawShip(field, art, state, (state.ship - (state.ship - previous.ship) * rest) / PARTS, isCalm);
  context.restore();
  drawText(field, art, state);
}

function signalArcadeChanges(
  stage: Stage<unknown>,
  state: ArcadeState,
  previous: ArcadeState,
): void {
  if (state.shotRest > previous.shotRest) stage.sound('shot');
  const blast = state.blasts.at(-1);
  if (blast && state.score > previous.score && state.phase !== 'won') {
    stage.sound(state.bonus === null && previous.bonus !== null ? 'bonus' : 'hit');
  }
  if (state.phase === 'fighting' && strideOf(state) !== strideOf(previous)) stage.sound('step');
  if (state.lives < previous.lives) {
    stage.sound('boom');
    stage.announce(`Your ship is hit. ${state.lives} left.`);
  } else if (state.lives > previous.lives) {
    stage.sound('power');
    stage.announce(`One more ship: ${state.lives} left.`);
  }
  if (state.wave > previous.wave) stage.announce(`Wave ${state.wave}.`);
  if (state.phase === 'cleared' && previous.phase !== 'cleared') {
    stage.sound('win');
    stage.announce(`Wave ${state.wave} is cleared.`);
  }
}

// Draws the documented game on cells.

const CELL = FIELD / COLUMNS;

/** A cell does not tell the row in which its invader started. */
const classicSprites = [rowSprites[0], rowSprites[1], rowSprites[3]] as const;

const ANNOUNCE_EVERY = 11;

const xOf = (cell: number) => fieldColumnOf(cell) * CELL;

const yOf = (cell: number) => fieldRowOf(cell) * CELL;

/** Ticks per cell when a finger moves the classic shooter. */
const FINGER_EVERY_TICKS = 4;

/** Returns the intent that moves the ship towards a finger. */
function towards(state: engine.State, share: number): number {
  if (state.mode === 'arcade') {
    const distance = share * FIELD * PARTS - state.ship;
    if (Math.abs(distance) < SHIP_SPEED) return 0;
    return distance < 0 ? LEFT : RIGHT;
  }
  const column = Math.max(0, Math.min(COLUMNS - 1, Math.floor(share * COLUMNS)));
  const distance = column - fieldColumnOf(state.shooter);
  if (distance === 0 || state.tick % FINGER_EVERY_TICKS !== 0) return 0;
  return distance < 0 ? LEFT : RIGHT;
}

/** Follows the horizontal position of a finger on the field, from 0 to 1; null without a finger. */
function followPosition(element: HTMLElement): { share(): number | null; close(): void } {
  let share: number | null = null;
  const read = ({ clientX }: PointerEvent) => {
    const { left, width } = element.getBoundingClientRect();
    share = (clientX - left) / width;
  };
  const close = followFinger(element, {
    pressed: read,
    moved: read,
    lifted() {
      share = null;
    },
  });
  return { share: () => share, close };
}

function open(stage: Stage<engine.State>): GameView<engine.State> {
  const field = openField(stage.element, FIELD, FIELD, stage.redraw);
  const art = createArt(stage.palette);
  const finger = followPosition(stage.element);
  return {
    draw(state, previous, between) {
      if (state.mode === 'classic') drawClassic(field, art, state);
      else if (previous.mode === 'arcade') {
        drawArcade(field, art, state, previous, between, stage.isCalm());
      }
    },
    stepped(state, previous) {
      if (state.mode === 'classic' && previous.mode === 'classic') {
        signalClassicChanges(stage, state, previous);
      } else if (state.mode === 'arcade' && previous.mode === 'arcade') {
        signalArcadeChanges(stage, state, previous);
      }
    },
    inputOf(held, state) {
      const share = finger.share();
      return share === null ? held : held | PRIMARY | towards(state, share);
    },
    close() {
      finger.close();
      field.close();
    },
  };
}

export const game: PlayableGame<engine.State, engine.Options> = {
  meta,
  engine,
  styles: [],
  pad: [
    { intent: LEFT, label: 'Left' },
    { intent: RIGHT, label: 'Right' },
    { intent: PRIMARY, label: 'Fire' },
  ],
  result: 'covers',
  endingOf: (state) => (engine.outcomeOf(state) === 'won' ? 'SUCCESS' : 'GAME OVER'),
  hudItemsOf: (state) =>
    state.mode === 'arcade'
      ? [
          { name: 'Wave', value: state.wave },
          { name: 'Lives', value: state.lives },
        ]
      : [{ name: 'Left', value: INVADERS - scoreOfClassic(state) }],
  open,
};

function drawClassic(field: Field, art: Art, state: ClassicState): void {
  const { context } = field;
  art.draw(field, 'field', 0, 0);
  const palette = art.palette();
  context.fillStyle = palette.faint;
  for (let row = 1; row < COLUMNS; row++) {
    for (let column = 1; column < COLUMNS; column++) {
      context.fillRect(column * CELL - 0.4, row * CELL - 0.4, 0.8, 0.8);
    }
  }
  const leg = Math.floor(state.tick / INVADER_MOVE_TICKS) % 2 === 0 ? 0 : 1;
  const top = state.invaders[0] === undefined ? 0 : fieldRowOf(state.invaders[0]);
  for (const cell of state.invaders) {
    const kind = classicSprites[Math.min(2, fieldRowOf(cell) - top)];
    if (kind) art.draw(field, kind[leg], xOf(cell), yOf(cell) + 2);
  }
  context.fillStyle = palette.lime;
  for (const cell of state.lasers) {
    context.fillRect(xOf(cell) + CELL / 2 - 1.25, yOf(cell) + 2, 2.5, CELL - 4);
  }
  for (const { cell } of state.explosions) art.draw(field, 'blast', xOf(cell), yOf(cell));
  art.draw(field, 'ship', xOf(state.shooter) - (SHIP_WIDTH - CELL) / 2, yOf(state.shooter) + 2);
}

function signalClassicChanges(
  stage: Stage<unknown>,
  state: ClassicState,
  previous: ClassicState,
): void {
  if (state.reload > previous.reload) stage.sound('shot');
  const score = scoreOfClassic(state);
  if (score > scoreOfClassic(previous)) {
    stage.sound('hit');
    if (score % ANNOUNCE_EVERY === 0) stage.announce(`${INVADERS - score} invaders left.`);
  }
  if (state.tick % INVADER_MOVE_TICKS === 0) stage.sound('step');
}
