/** Draws the documented game on cells. */

import type { Field } from '../kit/view/canvas.ts';
import type { Stage } from '../kit/view/game-view.ts';
import { type ClassicState, columnOf, rowOf, scoreOfClassic } from './classic.ts';
import { COLUMNS, FIELD, INVADER_MOVE_TICKS, INVADERS, SHIP_WIDTH } from './constants.ts';
import { type Art, rowSprites } from './view-art.ts';

const CELL = FIELD / COLUMNS;
/** A cell does not tell the row in which its invader started. */
const classicSprites = [rowSprites[0], rowSprites[1], rowSprites[3]] as const;
const ANNOUNCE_EVERY = 11;

const xOf = (cell: number) => columnOf(cell) * CELL;
const yOf = (cell: number) => rowOf(cell) * CELL;

export function drawClassic(field: Field, art: Art, state: ClassicState): void {
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
  const top = state.invaders[0] === undefined ? 0 : rowOf(state.invaders[0]);
  for (const cell of state.invaders) {
    const kind = classicSprites[Math.min(2, rowOf(cell) - top)];
    if (kind) art.draw(field, kind[leg], xOf(cell), yOf(cell) + 2);
  }
  context.fillStyle = palette.lime;
  for (const cell of state.lasers) {
    context.fillRect(xOf(cell) + CELL / 2 - 1.25, yOf(cell) + 2, 2.5, CELL - 4);
  }
  for (const { cell } of state.explosions) art.draw(field, 'blast', xOf(cell), yOf(cell));
  art.draw(field, 'ship', xOf(state.shooter) - (SHIP_WIDTH - CELL) / 2, yOf(state.shooter) + 2);
}

export function signalClassicChanges(
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
