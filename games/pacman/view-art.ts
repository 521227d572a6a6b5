/** Drawings of Pacman. */
import { createSprites, type Palette, type Picture, type Sprites } from '../kit/view/canvas.ts';
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
function traceWalls(picture: Picture, width: number, colour: string): void {
  picture.lineWidth = width;
  picture.lineCap = 'round';
  picture.strokeStyle = colour;
  picture.fillStyle = colour;
  const inset = (CELL - width) / 2;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      if (!wallAt(row, column)) continue;
      const right = wallAt(row, column + 1);
      const below = wallAt(row + 1, column);
      picture.beginPath();
      picture.moveTo(middle(column), middle(row));
      picture.lineTo(middle(right ? column + 1 : column), middle(row));
      picture.moveTo(middle(column), middle(row));
      picture.lineTo(middle(column), middle(below ? row + 1 : row));
      picture.stroke();
      if (right && below && wallAt(row + 1, column + 1)) {
        const side = 2 * CELL - 2 * inset;
        picture.fillRect(column * CELL + inset, row * CELL + inset, side, side);
      }
    }
  }
}

function paintMaze(picture: Picture, palette: Palette, line: string): void {
  picture.fillStyle = palette.field;
  picture.fillRect(0, 0, SIDE, SIDE);
  traceWalls(picture, 6.4, line);
  traceWalls(picture, 4.6, palette.faint);
  picture.fillStyle = palette.rose;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      if (doorAt(row, column)) picture.fillRect(column * CELL, middle(row) - 1, CELL, 2);
    }
  }
}

/** A flame that ends in a point. */
function paintBody(picture: Picture, colour: string): void {
  picture.fillStyle = colour;
  picture.beginPath();
  picture.moveTo(8, 0);
  picture.bezierCurveTo(9.4, 3.4, 13, 5, 13, 8.6);
  picture.arc(7, 8.4, 5.6, 0, Math.PI);
  picture.bezierCurveTo(1, 5, 5.6, 4, 8, 0);
  picture.fill();
}

/** Paints the pattern that distinguishes a ghost besides its colour: a band, a spot, stripes or dots. */
function paintMark(picture: Picture, name: SpriteName, palette: Palette): void {
  picture.fillStyle = palette.field;
  if (name === 'chaser') picture.fillRect(2, 10, 10, 1.2);
  else if (name === 'flanker') {
    for (const x of [4, 6.4, 8.8]) picture.fillRect(x, 9.6, 1.2, 2.6);
  } else if (name === 'shy') {
    for (const x of [4.4, 7, 9.6]) {
      picture.beginPath();
      picture.arc(x, 11, 0.7, 0, 2 * Math.PI);
      picture.fill();
    }
  } else {
    picture.beginPath();
    picture.arc(7, 11, 1.5, 0, 2 * Math.PI);
    picture.fill();
  }
}

function paintScared(picture: Picture, body: string, face: string): void {
  paintBody(picture, body);
  picture.fillStyle = face;
  picture.fillRect(4, 6, 1.8, 1.8);
  picture.fillRect(8.2, 6, 1.8, 1.8);
  picture.strokeStyle = face;
  picture.lineWidth = 0.9;
  picture.beginPath();
  for (let point = 0; point < 6; point++) picture.lineTo(3 + point * 1.6, point % 2 ? 9.6 : 10.8);
  picture.stroke();
}

function paintFruit(picture: Picture, palette: Palette): void {
  picture.fillStyle = palette.vermilion;
  picture.beginPath();
  picture.arc(7, 8.4, 4.8, 0, 2 * Math.PI);
  picture.fill();
  picture.fillStyle = palette.teal;
  picture.beginPath();
  picture.moveTo(7, 4.2);
  picture.lineTo(11.6, 0.8);
  picture.lineTo(10.4, 4.6);
  picture.fill();
  picture.fillStyle = palette.ink;
  picture.fillRect(4.6, 6.6, 1.6, 1.6);
}

function paint(picture: Picture, name: SpriteName, palette: Palette): void {
  const body: Partial<Record<SpriteName, string>> = {
    chaser: palette.vermilion,
    ambusher: palette.rose,
    flanker: palette.sky,
    shy: palette.ochre,
  };
  const colour = body[name];
  if (colour !== undefined) {
    paintBody(picture, colour);
    paintMark(picture, name, palette);
  } else if (name === 'maze') paintMaze(picture, palette, palette.teal);
  else if (name === 'bright') paintMaze(picture, palette, palette.ink);
  else if (name === 'scared') paintScared(picture, palette.soft, palette.field);
  else if (name === 'blinking') paintScared(picture, palette.ink, palette.field);
  else paintFruit(picture, palette);
}

/** Sprites of the maze in the current colours. */
export type Art = Sprites<SpriteName>;

/** Creates the sprites; each is painted when it is first needed. */
export const createArt = (palette: () => Palette): Art => createSprites(sizes, palette, paint);
