/** Drawings of Pacman. */
import {
  createSprites,
  type Palette,
  type SpriteContext,
  type Sprites,
} from '../kit/view/canvas.ts';
import { COLUMNS, ROWS } from './constants.ts';
import { doorAt, wallAt } from './maze.ts';

/** Size of a cell, in units. */
export const CELL = 10;
export const SIDE = COLUMNS * CELL;
/** Size of a ghost, slightly larger than a cell. */
export const GHOST_SIDE = 14;

const ghost = [GHOST_SIDE, GHOST_SIDE] as const;
const sizes = {
  maze: [SIDE, SIDE],
  bright: [SIDE, SIDE],
  chaser: ghost,
  ambusher: ghost,
  flanker: ghost,
  shy: ghost,
  scared: ghost,
  blinking: ghost,
  fruit: ghost,
} as const;

export type SpriteName = keyof typeof sizes;

/** Sprites in the order of the engine's ghosts. */
export const ghostSprites: readonly SpriteName[] = ['chaser', 'ambusher', 'flanker', 'shy'];

const middle = (index: number) => index * CELL + CELL / 2;

/** Draws walls as thick rounded lines between cells, filled where four of them meet. */
function traceWalls(context: SpriteContext, width: number, colour: string): void {
  context.lineWidth = width;
  context.lineCap = 'round';
  context.strokeStyle = colour;
  context.fillStyle = colour;
  const inset = (CELL - width) / 2;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      if (!wallAt(row, column)) continue;
      const right = wallAt(row, column + 1);
      const below = wallAt(row + 1, column);
      context.beginPath();
      context.moveTo(middle(column), middle(row));
      context.lineTo(middle(right ? column + 1 : column), middle(row));
      context.moveTo(middle(column), middle(row));
      context.lineTo(middle(column), middle(below ? row + 1 : row));
      context.stroke();
      if (right && below && wallAt(row + 1, column + 1)) {
        const side = 2 * CELL - 2 * inset;
        context.fillRect(column * CELL + inset, row * CELL + inset, side, side);
      }
    }
  }
}

function paintMaze(context: SpriteContext, palette: Palette, line: string): void {
  context.fillStyle = palette.field;
  context.fillRect(0, 0, SIDE, SIDE);
  traceWalls(context, 6.4, line);
  traceWalls(context, 4.6, palette.faint);
  context.fillStyle = palette.rose;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      if (doorAt(row, column)) context.fillRect(column * CELL, middle(row) - 1, CELL, 2);
    }
  }
}

/** A flame that ends in a point. */
function paintBody(context: SpriteContext, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(8, 0);
  context.bezierCurveTo(9.4, 3.4, 13, 5, 13, 8.6);
  context.arc(7, 8.4, 5.6, 0, Math.PI);
  context.bezierCurveTo(1, 5, 5.6, 4, 8, 0);
  context.fill();
}

/** Paints the pattern that distinguishes a ghost besides its colour: a band, a spot, stripes or dots. */
function paintMark(context: SpriteContext, name: SpriteName, palette: Palette): void {
  context.fillStyle = palette.field;
  if (name === 'chaser') context.fillRect(2, 10, 10, 1.2);
  else if (name === 'flanker') {
    for (const x of [4, 6.4, 8.8]) context.fillRect(x, 9.6, 1.2, 2.6);
  } else if (name === 'shy') {
    for (const x of [4.4, 7, 9.6]) {
      context.beginPath();
      context.arc(x, 11, 0.7, 0, 2 * Math.PI);
      context.fill();
    }
  } else {
    context.beginPath();
    context.arc(7, 11, 1.5, 0, 2 * Math.PI);
    context.fill();
  }
}

function paintScared(context: SpriteContext, body: string, face: string): void {
  paintBody(context, body);
  context.fillStyle = face;
  context.fillRect(4, 6, 1.8, 1.8);
  context.fillRect(8.2, 6, 1.8, 1.8);
  context.strokeStyle = face;
  context.lineWidth = 0.9;
  context.beginPath();
  for (let point = 0; point < 6; point++) context.lineTo(3 + point * 1.6, point % 2 ? 9.6 : 10.8);
  context.stroke();
}

function paintFruit(context: SpriteContext, palette: Palette): void {
  context.fillStyle = palette.vermilion;
  context.beginPath();
  context.arc(7, 8.4, 4.8, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = palette.teal;
  context.beginPath();
  context.moveTo(7, 4.2);
  context.lineTo(11.6, 0.8);
  context.lineTo(10.4, 4.6);
  context.fill();
  context.fillStyle = palette.ink;
  context.fillRect(4.6, 6.6, 1.6, 1.6);
}

function paint(context: SpriteContext, name: SpriteName, palette: Palette): void {
  const body: Partial<Record<SpriteName, string>> = {
    chaser: palette.vermilion,
    ambusher: palette.rose,
    flanker: palette.sky,
    shy: palette.ochre,
  };
  const colour = body[name];
  if (colour !== undefined) {
    paintBody(context, colour);
    paintMark(context, name, palette);
  } else if (name === 'maze') paintMaze(context, palette, palette.teal);
  else if (name === 'bright') paintMaze(context, palette, palette.ink);
  else if (name === 'scared') paintScared(context, palette.soft, palette.field);
  else if (name === 'blinking') paintScared(context, palette.ink, palette.field);
  else paintFruit(context, palette);
}

/** Sprites of the maze in the current colours. */
export type Art = Sprites<SpriteName>;

/** Creates the sprites, which are painted before the first is drawn. */
export const createArt = (palette: () => Palette): Art => createSprites(sizes, palette, paint);
